/** The inputs of notifications to browsers, and the answers of the API. */
import { ECDH } from 'node:crypto';
import * as z from 'zod/v4';
import { known, moment } from '~/domain/kernel/answers';
import { id } from '~/domain/kernel/schema';

const NO_ENDPOINT = 'The endpoint must be an https:// URL';
const NO_KEY = 'This is not a key of a push subscription';
const SECRET_BYTES = 16;

const endpoint = z
  .string(NO_ENDPOINT)
  .max(2_000, 'The endpoint must be at most 2,000 characters')
  // `abort` stops here, because the next check would fail on a text that is no URL.
  .refine((value) => URL.canParse(value) && isPlainHttps(new URL(value)), { error: NO_ENDPOINT, abort: true })
  .transform((value) => new URL(value).href);

const isPlainHttps = ({ protocol, username, password }: URL) =>
  protocol === 'https:' && username === '' && password === '';

const base64 = z.string(NO_KEY).regex(/^[\w-]{1,100}$/, NO_KEY);

function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return Buffer.from(key, 'base64url').length === 65;
  } catch {
    return false;
  }
}

/** The fields of a browser's PushSubscription. */
export const Subscribe = z.strictObject({
  endpoint,
  keys: z.strictObject({
    p256dh: base64.refine(isPoint, NO_KEY),
    auth: base64.refine((value) => Buffer.from(value, 'base64url').length === SECRET_BYTES, NO_KEY),
  }),
});

export const atSubscription = { subscriptionId: id };

export const SubscriptionAnswer = z
  .strictObject({
    id: known,
    userAgent: z.string().nullable().describe('Of the browser, when it signed in'),
    createdAt: moment,
    lastSuccessAt: moment.nullable().describe('When a push service last accepted a notification'),
    isThisDevice: z.boolean().describe('Whether it belongs to the session that asks'),
  })
  .meta({ id: 'PushSubscription' });

export const PushAnswer = z.strictObject({
  publicKey: z.string().describe('The applicationServerKey for PushManager.subscribe()'),
  signedInAt: moment.nullable().describe('When the session began; null for API tokens'),
  subscriptions: z.array(SubscriptionAnswer),
});
export type Push = z.output<typeof PushAnswer>;
