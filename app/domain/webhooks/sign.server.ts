/** Signatures as Standard Webhooks (standardwebhooks.com) has them, so that its libraries can check them. */
import { createHmac } from 'node:crypto';

/** @param seconds when it is sent, since 1970. */
export function signedHeaders(
  { id, body, secret }: { id: string; body: string; secret: string },
  seconds: number,
): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key)
    .update(`${id}.${String(seconds)}.${body}`)
    .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
