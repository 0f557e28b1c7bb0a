/** Messages to customers, written in the transaction of their cause: both are committed, or neither. */
import { row, send, transaction } from 'db/connection';
import { prepared } from 'db/statement';
import { tellWork } from '~/domain/platform/sync/tell.server';
import { CHANNELS } from '~/domain/network/accounts/contact-fields';
import type { Subscriber } from '~/domain/tasks/events/subscribers.server';
import type { Entry } from '~/domain/tasks/model/task';
import { env } from '~/process/env.server';
import { lateNow } from '~/domain/scheduling/arrivals/arrivals.server';
import { tryLock } from '~/domain/platform/lease.server';
import { isConfigured } from './channels.server';
import { EVENT_NAMES, EVENTS, type MessageEvent } from './events';
import { isAhead, isInRoute } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

const CONFIGURED = CHANNELS.filter((channel) => isConfigured[channel]);
const ON_BY_DEFAULT = EVENT_NAMES.filter((name) => EVENTS[name].isOn);

/** SQL: whether messages for this event are on. `$default`: ON_BY_DEFAULT. */
const isOn = (event: string) => `coalesce(
  (select (value #>> array['events', ${event}, 'on'])::boolean from settings where name = 'customer-messages'),
  ${event} = any($default::text[]))`;

// Tasks of one stop that are reported one by one, within this time, make one message.
const ONE_STOP = "interval '10 minutes'";

// Tasks of one stop may become late one after the other, for hours. They count as one message while a task of
// that message is still open.
const STILL_LATE = `s.event = 'late' and m.created_at > now() - interval '12 hours' and exists (
  select from message_tasks mt join tasks o on o.id = mt.task_id
  where mt.message_id = m.id and ${statusIs(isInRoute, 'o.status')})`;

const WRITE = prepared(`
  with events as (
    select "taskId" as task_id, event from jsonb_to_recordset($entries::jsonb) as e("taskId" integer, event text)
  ), after as (
    -- When a driver sets out, the first pending stop of the route becomes the next one.
    select n.id as task_id, 'next' as event
    from events a join tasks g on g.id = a.task_id and a.event = 'on-the-way'
    cross join lateral (
      select address_key(p.address) as stop_key from tasks p
      where p.driver_id = g.driver_id and ${statusIs(isAhead, 'p.status')} and address_key(p.address) <> address_key(g.address)
      order by p.order_index limit 1) first
    join tasks n on n.driver_id = g.driver_id and ${statusIs(isAhead, 'n.status')} and address_key(n.address) = first.stop_key
  ), addressed as (
    select distinct t.id as task_id, t.attempts as attempt, a.event, ch.channel, c.id as contact_id, t.driver_id,
      address_key(t.address) as stop_key, case ch.channel when 'email' then c.email else c.phone end as recipient
    from (select * from events union select * from after) a
    join tasks t on t.id = a.task_id and t.type = 'delivery'
    join account_contacts c on c.account_id = t.account_id
    cross join unnest(c.channels) as ch(channel)
    where ch.channel = any($channels::text[])
      and ${isOn('a.event')}
      and not (ch.channel = 'sms' and exists (select from stopped_numbers s where s.phone = c.phone))
      and not exists (
        select from message_tasks m where m.task_id = t.id and m.attempt = t.attempts and m.event = a.event
          and m.channel = ch.channel and m.contact_id = c.id)
  ), stops as materialized (
    select gen_random_uuid() as id, s.*, (
      select m.id from messages m
      where m.contact_id = s.contact_id and m.event = s.event and m.channel = s.channel
        and m.driver_id is not distinct from s.driver_id and m.stop_key = s.stop_key
        and m.state in ('waiting', 'sent', 'unknown')
        and (m.created_at > now() - ${ONE_STOP} or ${STILL_LATE})
      order by m.place desc limit 1) as earlier
    from (select distinct contact_id, event, channel, driver_id, stop_key, recipient from addressed) s
  ), written as (
    insert into messages (id, contact_id, event, channel, recipient, driver_id, stop_key)
    select id, contact_id, event, channel, recipient, driver_id, stop_key from stops where earlier is null
    returning id, channel
  ), queued as (
    insert into jobs (kind, subject, lane, run_at)
    select 'message', id, channel, now() + make_interval(secs => $delay::double precision) from written
  )
  insert into message_tasks (task_id, attempt, event, channel, contact_id, message_id)
  select t.task_id, t.attempt, t.event, t.channel, t.contact_id, coalesce(s.earlier, s.id)
  from addressed t join stops s
    on s.contact_id = t.contact_id and s.event = t.event and s.channel = t.channel
      and s.driver_id is not distinct from t.driver_id and s.stop_key = t.stop_key
  on conflict do nothing`);

/** Does nothing on a server that can't send. Call it after the rows of the tasks are written. */
async function tellCustomers(entries: Entry[]): Promise<void> {
  await writeMessages(
    entries.flatMap(({ taskId, changes }) =>
      EVENT_NAMES.filter((event) => EVENTS[event].isCause?.(changes)).map((event) => ({ taskId, event })),
    ),
  );
}

export const messageSubscriber: Subscriber = { name: 'customers', then: tellCustomers };

async function writeMessages(events: { taskId: number; event: MessageEvent }[]): Promise<void> {
  if (CONFIGURED.length === 0 || events.length === 0) return;
  await send(WRITE, {
    entries: JSON.stringify(events),
    channels: CONFIGURED,
    default: ON_BY_DEFAULT,
    // The delay leaves time to undo a slip, and to complete the other tasks of the stop.
    delay: env.MESSAGE_DELAY_SECONDS,
  });
  tellWork(['message'], env.MESSAGE_DELAY_SECONDS * 1_000);
}

const IS_WANTED = `
  select ${isOn("'late'")} and exists (
    select from account_contacts where channels && $channels::text[]) as wanted`;

/** One instance at a time does it: two would not see each other's messages. */
const TELLING = 7_206_115;

let lookAt = 0;

/**
 * Tells customers of deliveries that will likely be late, by the same times as boards show. Runs every half minute, and
 * only when somebody may get a message, because it computes the times of all routes.
 */
export async function tellLate(): Promise<void> {
  if (CONFIGURED.length === 0 || performance.now() < lookAt) return;
  lookAt = performance.now() + env.MESSAGE_DELAY_SECONDS * 2_000;
  const setting = await row<{ wanted: boolean }>(IS_WANTED, { channels: CONFIGURED, default: ON_BY_DEFAULT });
  if (!setting?.wanted) return;
  const late = await lateNow();
  if (late.length === 0) return;
  await transaction(async () => {
    if (await tryLock(TELLING)) await writeMessages(late.map((taskId) => ({ taskId, event: 'late' })));
  });
}
