/** The browsers that show notifications: one for each session, deleted with it. */
import { ECDH } from 'node:crypto';
import * as z from 'zod/v4';
import { execute, row, rows, transaction } from 'db/connection';
import { PushSubscription } from 'db/models/notifications';
import { Session } from 'db/models/people';
import { printed } from 'db/models/table';
import { Op } from 'sequelize';
import type { Actor } from '~/domain/kernel/actor';
import { Deleted, id, known, moment } from '~/domain/kernel/schema';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { requirePerson } from '~/domain/kernel/permissions';
import { ALIVE, sessionIdOf } from '~/domain/network/users/sessions.server';
import { pushKeys, refusedLiteral } from './deliver.server';
import { say, untranslated } from '~/domain/kernel/sentence';

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
const Subscribe = z.strictObject({
  endpoint,
  keys: z.strictObject({
    p256dh: base64.refine(isPoint, NO_KEY),
    auth: base64.refine((value) => Buffer.from(value, 'base64url').length === SECRET_BYTES, NO_KEY),
  }),
});

const atSubscription = { subscriptionId: id };

const SubscriptionAnswer = z
  .strictObject({
    id: known,
    userAgent: z.string().nullable().describe('Of the browser, when it signed in'),
    createdAt: moment,
    lastSuccessAt: moment.nullable().describe('When a push service last accepted a notification'),
    isThisDevice: z.boolean().describe('Whether it belongs to the session that asks'),
  })
  .meta({ id: 'PushSubscription' });

const PushAnswer = z.strictObject({
  publicKey: z.string().describe('The applicationServerKey for PushManager.subscribe()'),
  signedInAt: moment.nullable().describe('When the session began; null for API tokens'),
  subscriptions: z.array(SubscriptionAnswer),
});
export type Push = z.output<typeof PushAnswer>;

/** The limit for one person. A further one replaces the oldest. */
const MOST_SUBSCRIPTIONS = 10;

const hashOf = (sessionToken: string | null) =>
  sessionToken ? Buffer.from(sessionIdOf(sessionToken), 'hex') : Buffer.alloc(0);

const text = (column: string) => `to_json(${column}) #>> '{}'`;

const list = ({ id: userId }: Actor, sessionHash: Buffer) =>
  rows<Push['subscriptions'][number]>(
    `select p.id, s.user_agent as "userAgent", ${text('p.created_at')} as "createdAt",
       ${text('p.last_success_at')} as "lastSuccessAt", p.session_hash = $sessionHash::bytea as "isThisDevice"
     from push_subscriptions p join sessions s on s.token_hash = p.session_hash
     where p.user_id = $userId and ${ALIVE} order by p.id`,
    { userId, sessionHash },
  );

export const getPush = query(
  {
    summary: 'Your own devices that show notifications',
    may: 'receiveNotifications',
    answer: PushAnswer,
  },
  async ({ actor, sessionToken = null }): Promise<Push> => {
    const sessionHash = hashOf(sessionToken);
    const session = await Session.findRow([printed('createdAt')], { where: { tokenHash: sessionHash } });
    return {
      publicKey: (await pushKeys()).publicKey,
      signedInAt: session?.createdAt ?? null,
      subscriptions: await list(actor, sessionHash),
    };
  },
);

const INSERT = `
  insert into push_subscriptions (user_id, session_hash, endpoint, public_key, auth, language)
  select user_id, token_hash, $endpoint, $p256dh, $auth, $language from sessions
  where token_hash = $sessionHash::bytea and user_id = $userId
  on conflict do nothing returning id`;
const DELETE_OLDER = `
  delete from push_subscriptions where user_id = $userId and id not in (
    select id from push_subscriptions where user_id = $userId order by id desc limit $most)`;

export const subscribe = command(
  {
    summary: 'Shows notifications on this device',
    about:
      'Takes what the browser’s PushSubscription says. It replaces an earlier one of this session, and ends with the session: when you log out, change your password elsewhere, or are logged out.',
    may: 'receiveNotifications',
    input: Subscribe,
    answer: SubscriptionAnswer,
  },
  async ({ actor, input: { endpoint, keys }, sessionToken = null, language = 'en' }) => {
    requirePerson(actor);
    const refusal = refusedLiteral(new URL(endpoint).hostname);
    if (refusal) throw fieldRefusal('endpoint', untranslated('privateEndpoint', refusal));
    const sessionHash = hashOf(sessionToken);
    return transaction(async () => {
      // Another person used the device before: messages that wait for them must not reach this person.
      await PushSubscription.destroy({ where: { [Op.or]: [{ endpoint }, { sessionHash }] } });
      const made = await row<{ id: number }>(INSERT, {
        endpoint,
        sessionHash,
        userId: actor.id,
        language,
        ...keys,
      });
      if (!made) throw conflict(say('notificationsTwice'), { mayPass: true });
      await execute(DELETE_OLDER, { userId: actor.id, most: MOST_SUBSCRIPTIONS });
      const stored = (await list(actor, sessionHash)).find(({ isThisDevice }) => isThisDevice);
      if (!stored) throw notFound('Session');
      return stored;
    });
  },
);

export const unsubscribe = command(
  {
    summary: 'Shows no more notifications on one of your devices',
    may: 'receiveNotifications',
    at: atSubscription,
    answer: Deleted,
  },
  async ({ actor, subscriptionId: id }) => {
    if ((await PushSubscription.destroy({ where: { id, userId: actor.id } })) === 0) throw notFound('Device');
    return { id };
  },
);

const INSERT_TEST = `
  insert into push_events (user_id, kind) select $userId::integer, 'test'
  where not exists (select from push_events where user_id = $userId::integer and kind = 'test')`;

/** The test is sent like any other notification, so that it fails where they would. */
export const sendTestPush = command(
  {
    summary: 'Sends a test notification to all of your devices',
    may: 'receiveNotifications',
    answer: PushAnswer.pick({ subscriptions: true }),
  },
  async ({ actor, sessionToken = null }) => {
    const subscriptions = await list(actor, hashOf(sessionToken));
    if (subscriptions.length === 0) throw conflict(say('notificationsOff'));
    await execute(INSERT_TEST, { userId: actor.id });
    return { subscriptions };
  },
);
