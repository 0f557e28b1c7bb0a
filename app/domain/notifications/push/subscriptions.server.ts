/** The browsers that show notifications: one for each session, deleted with it. */
import { execute, row, rows, transaction } from 'db/connection';
import { Session } from 'db/models/people';
import { PushSubscription } from 'db/models/push';
import { printed } from 'db/models/table';
import { Op } from 'sequelize';
import type { Actor } from '~/domain/kernel/actor';
import { Deleted } from '~/domain/kernel/answers';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { requirePerson } from '~/domain/kernel/permissions';
import { ALIVE, sessionIdOf } from '~/domain/network/users/sessions.server';
import { refusedLiteral } from './deliver.server';
import { pushKeys } from './keys.server';
import { atSubscription, PushAnswer, Subscribe, SubscriptionAnswer, type Push } from './schema';

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
  insert into push_subscriptions (user_id, session_hash, endpoint, public_key, auth)
  select user_id, token_hash, $endpoint, $p256dh, $auth from sessions
  where token_hash = $sessionHash::bytea and user_id = $userId
  on conflict do nothing returning id`;
const DELETE_OLDER = `
  delete from push_subscriptions where user_id = $userId and id not in (
    select id from push_subscriptions where user_id = $userId order by id desc limit $most)`;

export const subscribe = command(
  {
    summary: 'Shows notifications on this device',
    about:
      'Takes what the browser’s PushSubscription says. It replaces an earlier one of this session, and ends with the session: when you sign out, change your password elsewhere, or are signed out.',
    may: 'receiveNotifications',
    input: Subscribe,
    answer: SubscriptionAnswer,
  },
  async ({ actor, input: { endpoint, keys }, sessionToken = null }) => {
    requirePerson(actor);
    const refusal = refusedLiteral(new URL(endpoint).hostname);
    if (refusal) throw fieldRefusal('endpoint', refusal);
    const sessionHash = hashOf(sessionToken);
    return transaction(async () => {
      // Another person used the device before: messages that wait for them must not reach this person.
      await PushSubscription.destroy({ where: { [Op.or]: [{ endpoint }, { sessionHash }] } });
      const made = await row<{ id: number }>(INSERT, { endpoint, sessionHash, userId: actor.id, ...keys });
      if (!made) throw conflict('Notifications were turned on twice at once. Please try again.');
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
    if (subscriptions.length === 0) throw conflict('Turn notifications on first');
    await execute(INSERT_TEST, { userId: actor.id });
    return { subscriptions };
  },
);
