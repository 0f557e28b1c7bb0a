/** The certificate of this process. */
import { X509Certificate } from 'node:crypto';

/** A certificate that ends within this time should be renewed. */
export const RENEW_WITHIN_DAYS = 21;
const DAY_MS = 86_400_000;

let inUse: X509Certificate | null = null;

export function setCertificateInUse(pem: Buffer): void {
  inUse = new X509Certificate(pem);
}

export const daysLeft = ({ validTo }: X509Certificate) =>
  Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS);

/** Null without TLS_CERT. `until` is ISO 8601. */
export const certificateInUse = () =>
  inUse && { until: new Date(inUse.validTo).toISOString(), daysLeft: daysLeft(inUse) };
