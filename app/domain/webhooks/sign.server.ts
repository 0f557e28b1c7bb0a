import { Webhook } from 'standardwebhooks';

/**
 * The headers of Standard Webhooks (standardwebhooks.com), which receivers check with its libraries.
 * @param seconds when it is sent, since 1970.
 */
export const signedHeaders = (
  { id, body, secret }: { id: string; body: string; secret: string },
  seconds: number,
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(seconds),
  'webhook-signature': new Webhook(secret).sign(id, new Date(seconds * 1_000), body),
});
