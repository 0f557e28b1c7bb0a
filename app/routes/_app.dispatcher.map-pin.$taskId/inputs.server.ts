import * as z from 'zod/v4';

const degrees = (limit: number, label: string) =>
  z
    .string(`${label} is required`)
    .trim()
    .refine(
      (value) => /^-?\d{1,3}(\.\d{1,15})?$/.test(value) && Math.abs(Number(value)) <= limit,
      `${label} must be a number between -${String(limit)} and ${String(limit)}`,
    );

/** Where a pin is put. Text, as it is stored. */
export const Pin = z.object({ latitude: degrees(90, 'Latitude'), longitude: degrees(180, 'Longitude') });
