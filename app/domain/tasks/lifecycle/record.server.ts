/** History, notices and live signal are one act: one statement in the caller's transaction. */
import { execute, send } from 'db/connection';
import { prepared } from 'db/statement';
import type { Actor } from '~/domain/actor';
import { noteEvents } from './act.server';
import { lockLists } from '~/domain/tasks/lists.server';
import { NOTE_PUSHES, pushesFor } from '~/domain/push/events.server';
import { noticesFor, STORE_NOTICES, type NewNotice } from '~/domain/tasks/activity/notices.server';
import { FILL_OUTBOX } from '~/domain/tasks/outbox.server';
import { tellCustomers } from '~/domain/messages/write.server';
import type { ChangeKind, Entry } from '~/domain/tasks/task';

/** The channel that every instance listens on. */
export const TASK_CHANNEL = 'task_changes';
const MESSAGES_PER_TRANSACTION = 20;

const RECORD = prepared(
  `with written as (
     insert into task_events (task_id, actor_id, action, changes, version, occurred_at)
     select e."taskId", $actor::integer, e.action, e.changes, e.version, coalesce(e."occurredAt", now())
     from jsonb_to_recordset($entries::jsonb)
       as e("taskId" integer, action text, changes jsonb, version integer, "occurredAt" timestamptz)
     returning id
   ), delivered as (${FILL_OUTBOX}
   ), noticed as (${STORE_NOTICES}
   ), pushed as (${NOTE_PUSHES}
   ), told as (
     select pg_notify($channel, message) from unnest($messages::text[]) as message
   )
   select count(*) from told`,
);

/**
 * @param actor null for the system.
 * @param told what drivers read on their page in place of a line for each kind of change.
 */
export async function record(
  actor: Pick<Actor, 'id'> | null,
  entries: Entry[],
  told?: NewNotice[],
): Promise<void> {
  if (entries.length === 0) return;
  const actorId = actor?.id ?? null;
  const notices = await noticesFor(actorId, entries);
  await send(RECORD, {
    actor: actorId,
    entries: JSON.stringify(entries.map(({ now: _, ...entry }) => entry)),
    notices: JSON.stringify(told ?? notices),
    pushes: JSON.stringify(pushesFor(notices, entries)),
    channel: TASK_CHANNEL,
    messages: messages(entries.filter(({ action }) => !QUIET.has(action))),
  });
  noteEvents(entries.map(({ taskId }) => taskId));
  await tellCustomers(entries);
}

/**
 * Something beside the tasks that lists show has changed, such as the name of an account or a place on the map. Every
 * list counts as changed, and open pages load again after the commit. Call it after the rows themselves are locked.
 * @param seenBy drivers see names, but not where else addresses are.
 */
export async function invalidateLists(seenBy: 'everybody' | 'dispatchers'): Promise<void> {
  await lockLists([null]);
  await tellPages(seenBy);
}

/** Open pages load again after the commit. */
export async function tellPages(seenBy: 'everybody' | 'dispatchers'): Promise<void> {
  await execute('select pg_notify($channel, $message)', {
    channel: TASK_CHANNEL,
    message: message('TASK_UPDATED', 0, seenBy === 'everybody' ? seenBy : []),
  });
}

/** Lists show nothing of these, so that open pages need not load again. */
const QUIET = new Set(['arrived', 'left']);

/** Ids only: a NOTIFY of 8,000 bytes would take the whole transaction down with it. */
function messages(entries: Entry[]): string[] {
  if (entries.length <= MESSAGES_PER_TRANSACTION) {
    return entries.map(({ kind, taskId, driverIds }) => message(kind, taskId, driverIds));
  }
  const driverIds = [...new Set(entries.flatMap((entry) => entry.driverIds))];
  return [message('TASK_UPDATED', 0, driverIds.length > 200 ? 'everybody' : driverIds)];
}

const message = (type: ChangeKind, taskId: number, drivers: (number | null)[] | 'everybody') =>
  JSON.stringify({
    type,
    taskId,
    drivers: drivers === 'everybody' ? drivers : [...new Set(drivers)].filter((id) => id !== null),
  });
