/** Calls webhooks: signed, and only at public addresses. */
import { Webhook } from 'standardwebhooks';
import { poster } from '~/domain/platform/guarded-post.server';
import { env } from '~/process/env.server';

/** A webhook may not call this machine or its networks, whatever name it uses for them. */
export const { post, refusedLiteral } = poster({
  name: 'webhooks',
  isGuarded: env.WEBHOOK_PRIVATE_ADDRESSES === 'off',
});

/**
 * Returns the headers of Standard Webhooks (standardwebhooks.com), which receivers check with its libraries.
 * @param seconds the time of sending, since 1970.
 */
export const signedHeaders = (
  { id, body, secret }: { id: string; body: string; secret: string },
  seconds: number,
): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'PartsDispatch-Webhooks',
  'webhook-id': id,
  'webhook-timestamp': String(seconds),
  'webhook-signature': new Webhook(secret).sign(id, new Date(seconds * 1_000), body),
});
