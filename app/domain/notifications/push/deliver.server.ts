/** Makes messages of what was noted, and sends them: encrypted for one browser, each by one instance at a time. */
import { execute, row, rows } from 'db/connection';
import { prepared } from 'db/statement';
import { PushMessage, PushSubscription } from 'db/models/push';
import { fn } from 'sequelize';
import { poster } from '~/domain/platform/guarded-post.server';
import { lanes } from '~/domain/platform/lanes.server';
import { claimRows, dueIn, givenBack, retries, stillClaimed } from '~/domain/platform/lease.server';
import { ALIVE } from '~/domain/network/users/sessions.server';
import { reportService } from '~/domain/platform/services.server';
import { env } from '~/process/env.server';
import { HAS_BOARD } from './events.server';
import { pushKeys } from './keys.server';
import { pathOf, textOf, type Counts } from './kinds';

/** Any user can name any endpoint, so this has a switch of its own: the one of webhooks is for what admins enter. */
const { post, ...guard } = poster({
  name: 'notifications',
  isGuarded: env.PUSH_PRIVATE_ADDRESSES === 'off',
});

export const { refusedLiteral } = guard;

/** Of no use when it is so old. */
const STALE = "interval '1 hour'";

const MESSAGES = {
  table: 'push_messages',
  key: 'id',
  leaseSeconds: 30,
  set: 'user_id = q.user_id',
  returning: `q.id, q.attempts, q.counts, q.task_id as "taskId", p.id as "subscriptionId", p.endpoint,
    p.public_key as "publicKey", p.auth, extract(epoch from q.stale_at - now())::integer as "secondsLeft"`,
};
const { isLast, secondsAfter } = retries({
  firstSeconds: env.PUSH_RETRY_SECONDS,
  multiples: [1, 3, 12, 60, 120],
  spread: 0.1,
});
/** Of one person, by one instance. */
const AT_ONCE = 2;

type Claim = {
  id: number;
  attempts: number;
  counts: Counts;
  taskId: number | null;
  subscriptionId: number;
  endpoint: string;
  publicKey: string;
  auth: string;
  secondsLeft: number;
};

const queue = lanes({ atOnce: AT_ONCE, claim: claimNext, work: deliver });

// Two instances do not take the same events: a deleted row is gone for whoever waited for it. A browser that signs out
// at the same moment is locked, or passed over.
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
  insert into push_messages (user_id, subscription_id, counts, task_id, stale_at)
  select p.user_id, p.id, said.counts, about.task_id, about.stale_at
  from said join about using (user_id) join push_subscriptions p using (user_id)
  join sessions s on s.token_hash = p.session_hash where ${ALIVE}
  for key share of p`;

/** What there is to do, in one short statement, as it is asked every second: mostly nothing. */
const DUE = prepared(`
  select exists (select from push_subscriptions s join users u on u.id = s.user_id where ${HAS_BOARD}) as "hasDispatcher",
    exists (select from push_events) or exists (select from push_messages) as "hasSome"`);

export const pushesDue = () => row<{ hasDispatcher: boolean; hasSome: boolean }>(DUE);

/** What was noted for one person within some seconds becomes one message to each of their browsers. */
export async function collectPushes(): Promise<void> {
  await execute(COLLECT, { wait: env.PUSH_WAIT_SECONDS });
}

/** Begins to send whatever is due, and does not wait for it. Forgets what is too old. */
export async function sendPushes(onError: (error: unknown) => void): Promise<void> {
  const due = await rows<{ id: number }>(
    `with stale as (delete from push_messages where stale_at <= now())
     select distinct user_id as id from push_messages where next_try_at <= now() and stale_at > now()`,
  );
  for (const { id } of due) queue.fill(id, onError);
}

/** Gives back what is under way, to be sent by another instance, or after the next start. */
export const stopPushes = queue.stop;

/** Never to a browser whose session has ended. */
function claimNext(userId: number): Promise<Claim[]> {
  return claimRows(MESSAGES, {
    where: `q.user_id = $userId and q.stale_at > now() and exists (
      select from push_subscriptions p join sessions s on s.token_hash = p.session_hash
      where p.id = q.subscription_id and ${ALIVE})`,
    orderBy: 'q.id',
    limit: 1,
    join: { from: 'push_subscriptions p', where: 'p.id = q.subscription_id' },
    bind: { userId },
  });
}

async function deliver(claim: Claim, signal: AbortSignal): Promise<void> {
  const { id } = claim;
  const outcome = await post(await encrypted(claim), signal).catch(async (error: unknown) => {
    if (!signal.aborted) throw error;
    await PushMessage.update(givenBack(claim), { where: { id, ...stillClaimed(claim) } });
  });
  if (!outcome) return;
  const { taken, status, error } = outcome;
  const where = { id: claim.subscriptionId, endpoint: claim.endpoint };
  // The browser has withdrawn it, or was uninstalled.
  if (status === 404 || status === 410) await PushSubscription.destroy({ where });
  else if (taken) await PushSubscription.update({ lastSuccessAt: fn('now') }, { where });
  const isRefused = status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
  reportService(serviceOf(claim.endpoint), taken || isRefused ? null : error);
  const waits = !taken && !isRefused && !isLast(claim);
  const message = { where: { id, ...stillClaimed(claim) } };
  if (waits) await PushMessage.update(dueIn(secondsAfter(claim)), message);
  else await PushMessage.destroy(message);
}

/** Any user can name any endpoint, so only those of browsers have a name. */
const BROWSERS = /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com)$/;
const MICROSOFT = 'notify.windows.com';

function serviceOf(endpoint: string): string {
  const { hostname } = new URL(endpoint);
  if (hostname.endsWith(`.${MICROSOFT}`)) return `push ${MICROSOFT}`;
  return `push ${BROWSERS.test(hostname) ? hostname : 'of another server'}`;
}

/** Push services ask for somebody to write to; Apple's refuses names of this machine. */
const SUBJECT = env.APP_ORIGIN?.startsWith('https:') ? env.APP_ORIGIN : 'mailto:push@parts-dispatch.invalid';

async function encrypted({ id, counts, taskId, endpoint, publicKey, auth, secondsLeft }: Claim) {
  // Loaded when there is something to send: most starts need none of it.
  const { default: webPush } = await import('web-push');
  const says = { tag: `push-${String(id)}`, text: textOf(counts), path: pathOf(counts, taskId) };
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
