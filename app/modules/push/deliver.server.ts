/**
 * Makes messages of the noted events and sends them: encrypted for one browser, each by one instance at a
 * time.
 */
import { createECDH } from 'node:crypto';
import { fn } from 'sequelize';
import { execute, row } from 'db/connection';
import { prepared } from 'db/statement';
import { PushKeys, PushSubscription } from 'db/models/notifications';
import { poster } from '~/domain/platform/guarded-post.server';
import type { Job, Kind, Outcome } from '~/domain/platform/jobs/job';
import { ALIVE } from '~/domain/network/users/sessions.server';
import { reportService } from '~/domain/platform/services.server';
import { env } from '~/process/env.server';
import { inLanguage } from '~/words/spoken.server';
import { isLanguage } from '~/words/languages';
import { type Counts, HAS_BOARD, pathOf, textOf } from './events.server';

/** Reads or makes the key pair that identifies this installation to push services (VAPID). */

type Keys = { publicKey: string; privateKey: string };

let known: Keys | undefined;

/** When several instances start at once, the first makes the keys of all. */
export async function pushKeys(): Promise<Keys> {
  known ??= (await read()) ?? (await make());
  return known;
}

const read = () => PushKeys.findRow(['publicKey', 'privateKey'], { where: { id: true } });

async function make(): Promise<Keys> {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  await execute(
    `insert into push_keys (public_key, private_key) values ($publicKey, $privateKey) on conflict do nothing`,
    {
      publicKey: pair.getPublicKey().toString('base64url'),
      // The key has a fixed length, so leading zeros are kept.
      privateKey: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
    },
  );
  const made = await read();
  if (!made) throw new Error('The keys of notifications have not been stored');
  return made;
}

/**
 * Any user can enter any endpoint, so this guard has a setting of its own; the setting of webhooks is for
 * addresses that admins enter.
 */
const { post, ...guard } = poster({
  name: 'notifications',
  isGuarded: env.PUSH_PRIVATE_ADDRESSES === 'off',
});

export const { refusedLiteral } = guard;

/** An older notification is of no use. */
const STALE = "interval '1 hour'";

type Payload = { subscriptionId: number; counts: Counts; taskId: number | null; staleAt: string };
type Browser = {
  endpoint: string;
  publicKey: string;
  auth: string;
  language: string;
  secondsLeft: number;
};

/** The lane is the id of a user. */
export const pushes: Kind<Payload> = {
  kind: 'push',
  atOnce: 2,
  retrySeconds: [1, 3, 12, 60, 120].map((multiple) => multiple * env.PUSH_RETRY_SECONDS),
  keepDays: 1,
  run: deliver,
};

// Two instances never take the same events: rows that one deletes are gone for the other, which waited for
// them. Subscriptions of a browser that signs out at the same moment are locked, or skipped.
const COLLECT = `
  with due as (
    select user_id from push_events group by user_id
    having min(created_at) <= now() - make_interval(secs => $wait)
  ), gone as (
    delete from push_events e using due where e.user_id = due.user_id
    returning e.user_id, e.kind, e.task_id, e.created_at
  ), counted as (
    select user_id, kind, count(distinct coalesce(task_id, 0)) as count from gone
    where created_at > now() - ${STALE} group by user_id, kind
  ), said as (
    select user_id, jsonb_object_agg(kind, count) as counts from counted group by user_id
  ), about as (
    select user_id, case when count(distinct task_id) = 1 then min(task_id) end as task_id,
      max(created_at) + ${STALE} as stale_at
    from gone group by user_id
  )
  insert into jobs (kind, subject, lane, payload)
  select 'push', gen_random_uuid(), p.user_id, jsonb_build_object(
    'subscriptionId', p.id, 'counts', said.counts, 'taskId', about.task_id, 'staleAt', about.stale_at)
  from said join about using (user_id) join push_subscriptions p using (user_id)
  join sessions s on s.token_hash = p.session_hash where ${ALIVE}
  for key share of p`;

/** One short statement, because it is asked every second and usually finds nothing. */
const DUE = prepared(`
  select exists (select from push_subscriptions s join users u on u.id = s.user_id where ${HAS_BOARD}) as "hasDispatcher",
    exists (select from push_events) as "hasSome"`);

export const pushesDue = () => row<{ hasDispatcher: boolean; hasSome: boolean }>(DUE);

/**
 * Joins the events that were noted for a person within some seconds into one message to each of their
 * browsers.
 */
export async function collectPushes(): Promise<void> {
  await execute(COLLECT, { wait: env.PUSH_WAIT_SECONDS });
}

// Finds no browser whose session has ended.
const BROWSER = `
  select p.endpoint, p.public_key as "publicKey", p.auth, coalesce(u.language, p.language) as language,
    extract(epoch from $staleAt::timestamptz - now())::integer as "secondsLeft"
  from push_subscriptions p join users u on u.id = p.user_id join sessions s on s.token_hash = p.session_hash
  where p.id = $subscriptionId and $staleAt::timestamptz > now() and ${ALIVE}`;

async function deliver({ id, payload, signal }: Job<Payload>): Promise<Outcome> {
  const { subscriptionId, staleAt } = payload;
  const browser = await row<Browser>(BROWSER, { subscriptionId, staleAt });
  if (!browser) return { is: 'done' };
  const { endpoint } = browser;
  const { taken, status, error } = await post(await encrypted(id, payload, browser), signal);
  const isRefused = status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
  reportService(serviceOf(endpoint), taken || isRefused ? null : error);
  const where = { id: subscriptionId, endpoint };
  if (taken)
    return { is: 'done', write: () => PushSubscription.update({ lastSuccessAt: fn('now') }, { where }) };
  // The browser has unsubscribed, or was uninstalled.
  if (status === 404 || status === 410)
    return { is: 'done', write: () => PushSubscription.destroy({ where }) };
  return { is: isRefused ? 'failed' : 'again', error };
}

/** Reports name only the push services of browsers, because any user can enter any endpoint. */
const BROWSERS = /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com)$/;
const MICROSOFT = 'notify.windows.com';

function serviceOf(endpoint: string): string {
  const { hostname } = new URL(endpoint);
  if (hostname.endsWith(`.${MICROSOFT}`)) return `push ${MICROSOFT}`;
  return `push ${BROWSERS.test(hostname) ? hostname : 'of another server'}`;
}

/** Push services require an address to write to; Apple's refuses local names. */
const SUBJECT = env.APP_ORIGIN?.startsWith('https:') ? env.APP_ORIGIN : 'mailto:push@parts-dispatch.invalid';

async function encrypted(id: number, { counts, taskId }: Payload, browser: Browser) {
  const { endpoint, publicKey, auth, language, secondsLeft } = browser;
  // Loaded here because most starts send nothing.
  const { default: webPush } = await import('web-push');
  const text = inLanguage(isLanguage(language) ? language : 'en', () => textOf(counts));
  const says = { tag: `push-${String(id)}`, text, path: pathOf(counts, taskId) };
  const { body, headers } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh: publicKey, auth } },
    JSON.stringify(says),
    {
      TTL: Math.max(0, secondsLeft),
      urgency: counts.urgent ? 'high' : 'normal',
      vapidDetails: { subject: SUBJECT, ...(await pushKeys()) },
    },
  );
  return { url: endpoint, body, headers };
}
