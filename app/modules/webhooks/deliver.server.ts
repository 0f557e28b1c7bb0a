/** Sends the deliveries to webhooks: each by one instance at a time, and those of one task in order. */
import { Op } from 'sequelize';
import { Webhook as Signer } from 'standardwebhooks';
import { row } from 'db/connection';
import { Webhook } from 'db/models/notifications';
import { recordAdminEvent } from '~/domain/platform/audit/audit.server';
import type { Job, Kind, Outcome } from '~/domain/platform/jobs/job';
import { reportService } from '~/domain/platform/services.server';
import { env } from '~/process/env.server';
import { poster } from '~/domain/platform/guarded-post.server';
import { COLUMNS, FROM } from '~/domain/tasks/store/queries.server';
import type { Subscriber } from '~/domain/tasks/events/subscribers.server';
import { DELIVERY } from '~/domain/platform/webhook-events';
import { isDone } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

/** Calls webhooks: signed, and only at public addresses. */

/** A webhook may not call this machine or its networks, whatever name it uses for them. */
export const { post, refusedLiteral } = poster({
  name: 'webhooks',
  isGuarded: env.WEBHOOK_PRIVATE_ADDRESSES === 'off',
});

/**
 * Returns the headers of Standard Webhooks (standardwebhooks.com), which receivers check with its libraries.
 * @param seconds the time of sending, since 1970.
 */
const signedHeaders = (
  { id, body, secret }: { id: string; body: string; secret: string },
  seconds: number,
): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'PartsDispatch-Webhooks',
  'webhook-id': id,
  'webhook-timestamp': String(seconds),
  'webhook-signature': new Signer(secret).sign(id, new Date(seconds * 1_000), body),
});

type Payload = { body: string };

export const deliveries: Kind<Payload> = {
  kind: DELIVERY,
  // The limit keeps a receiver that hangs from delaying the others.
  atOnce: 4,
  /** 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h, 12 h, where the first wait is 10 s. */
  retrySeconds: [1, 3, 12, 60, 180, 360, 1_080, 2_160, 4_320].map(
    (multiple) => multiple * env.WEBHOOK_RETRY_SECONDS,
  ),
  keepDays: 30,
  keepsDone: true,
  paused: 'select id::text from webhooks where not active',
  run: deliver,
};

/** A webhook is switched off when it has taken nothing for so long. */
const OFF_AFTER_DAYS = 3;

async function deliver({ subject: id, lane, payload, signal }: Job<Payload>): Promise<Outcome> {
  const webhookId = Number(lane);
  const webhook = await Webhook.findRow(['url', 'secret'], { where: { id: webhookId } });
  if (!webhook) return { is: 'failed', error: 'The webhook was deleted' };
  const { url, secret } = webhook;
  const { body } = payload;
  const headers = signedHeaders({ id, body, secret }, Math.floor(Date.now() / 1_000));
  const { taken, status, answer, error } = await post({ url, body, headers }, signal);
  reportService(`webhook ${lane}`, taken ? null : (error ?? 'no reason'));
  const result = { status, answer };
  if (!taken) return { is: 'again', result, error, write: () => noteFailure(webhookId, error ?? '') };
  const where = { id: webhookId, failingSince: { [Op.ne]: null } };
  return { is: 'done', result, write: () => Webhook.update({ failingSince: null }, { where }) };
}

async function noteFailure(webhookId: number, error: string): Promise<void> {
  const note = `Turned off: no delivery succeeded for ${String(OFF_AFTER_DAYS)} days. Last error: ${error}`;
  const off = await row<{ id: number; url: string }>(
    `with was as (
       select id, active, coalesce(failing_since, now()) as since from webhooks where id = $webhookId for update
     ), "is" as (
       update webhooks w set failing_since = was.since,
         active = was.active and was.since > now() - make_interval(days => $days),
         note = case when was.active and was.since <= now() - make_interval(days => $days) then $note else w.note end
       from was where w.id = was.id returning w.id, w.url, w.active
     )
     select "is".id, "is".url from was join "is" using (id) where was.active and not "is".active`,
    { webhookId, days: OFF_AFTER_DAYS, note: note.slice(0, 500) },
  );
  if (off)
    await recordAdminEvent(null, {
      act: 'webhook.off',
      target: { id: off.id, name: new URL(off.url).host },
      changes: { active: [true, false] },
    });
}

/** Writes the jobs of webhooks in the transaction of the change: both are committed, or neither. */

// Each webhook gets a change once, under the most specific of the names that it wants.
const EVENT = `case
  when e.action = 'arrived' then case when 'stop.arrived' = any(w.events) then 'stop.arrived' end
  when e.action = 'left' then null
  when e.kind = 'TASK_CREATED' then case when 'task.created' = any(w.events) then 'task.created' end
  when ${statusIs(isDone, "e.changes #>> '{status,1}'")} and 'task.completed' = any(w.events) then 'task.completed'
  when e.kind = 'TASK_DELETED' then case when 'task.deleted' = any(w.events) then 'task.deleted' end
  when e.kind = 'TASK_UPDATED' and 'task.updated' = any(w.events) then 'task.updated' end`;

// The task is looked up row by row: with a join, the planner could decide to read the whole archive.
/**
 * A part of the statement of `record()`: `$entries` as JSON, and `$actor`, null for the system. It reads the
 * tasks as they were before that statement, so their rows are written earlier.
 */
const FILL_OUTBOX = `
  insert into jobs (kind, subject, lane, chain, payload)
  select '${DELIVERY}', id, webhook_id, webhook_id || ':' || task_id, jsonb_build_object(
    'event', event, 'taskId', task_id, 'body', json_build_object('id', id, 'event', event, 'occurred_at', to_json(occurred_at),
    'actor', (select json_build_object('id', u.id, 'name', u.name, 'username', u.username) from users u where u.id = $actor::integer),
    'task', task)::text)
  from (
    select d.*, case when event = 'task.deleted'
        then (select json_object_agg(key, value -> 0) from jsonb_each(changes) where key <> 'source')
        else (select row_to_json(task) from (select ${COLUMNS} ${FROM} where t.id = d.task_id) task) end as task
    from (
      select gen_random_uuid() as id, w.id as webhook_id, ${EVENT} as event, e."taskId" as task_id, e.changes,
        coalesce(e."occurredAt", now()) as occurred_at, e.ordinality
      from webhooks w
      cross join rows from (
        jsonb_to_recordset($entries::jsonb)
          as (kind text, action text, "taskId" integer, changes jsonb, "occurredAt" timestamptz)) with ordinality
        as e(kind, action, "taskId", changes, "occurredAt", ordinality)
      where w.active
    ) d
    where d.event is not null
  ) deliveries
  where task is not null
  order by ordinality, webhook_id`;

export const webhookSubscriber: Subscriber = {
  name: 'delivered',
  statement: FILL_OUTBOX,
  wakes: DELIVERY,
};
