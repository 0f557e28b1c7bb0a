/** Notifies dispatchers once of each task that has had no driver for some minutes. */
import { execute } from 'db/connection';
import * as z from 'zod/v4';
import { command, query } from '~/domain/kernel/command.server';
import { readSetting, saveSetting } from '~/domain/network/settings/settings.server';
import { env } from '~/process/env.server';
import { noteToDispatchers } from './events.server';

const MINUTES = 'Enter 0 to 1,440 minutes';
const minutes = z.coerce.number(MINUTES).int(MINUTES).min(0, MINUTES).max(1_440, MINUTES);

const Stored = z.strictObject({ unassignedMinutes: minutes.default(15) });
const SaveNotifications = z.strictObject({ unassignedMinutes: minutes });
const Answer = z.strictObject({
  unassignedMinutes: z.int().describe('After how many minutes without a driver; 0 for never'),
});

export const getNotifications = query(
  { summary: 'When dispatchers are notified', may: 'manageSystem', answer: Answer },
  () => readSetting('notifications', Stored),
);

export const saveNotifications = command(
  {
    summary: 'Sets when dispatchers are notified',
    may: 'manageSystem',
    input: SaveNotifications,
    answer: Answer,
  },
  ({ actor, input }) =>
    saveSetting(
      actor,
      { name: 'notifications', schema: Stored, act: 'notifications.changed', title: 'Notifications' },
      input,
    ),
);

const WAITS = "t.driver_id is null and not t.archived and t.status = 'pending'";

// The row in `push_told` makes sure that each task is told once, also when several instances look at the same
// moment. People are not told of tasks that became late before they turned notifications on.
const NOTE = `
  with over as (
    delete from push_told m where kind = 'unassigned'
      and not exists (select from tasks t where t.id = m.task_id and ${WAITS})
  ), setting as (
    select coalesce(
      (select (value ->> 'unassignedMinutes')::integer from settings where name = 'notifications'), $default) as minutes
  ), waiting as (
    select t.id as task_id, coalesce(
      (select max(e.created_at) from task_events e where e.task_id = t.id and e.changes ?| '{driver_id,status}'),
      t.created_at) + make_interval(mins => setting.minutes) as late_at
    from setting join tasks t on setting.minutes > 0 and ${WAITS}
      and not exists (select from push_told m where m.kind = 'unassigned' and m.task_id = t.id)
  ), noted as (
    insert into push_told (kind, task_id)
    select 'unassigned', task_id from waiting where late_at < now()
    order by task_id on conflict do nothing returning task_id
  ), late as (select * from noted join waiting using (task_id))
  ${noteToDispatchers('unassigned', 'late', 'n.late_at')}`;

let lookAt = 0;

/** Runs as often as notifications are collected. */
export async function noteUnassigned(): Promise<void> {
  if (performance.now() < lookAt) return;
  lookAt = performance.now() + env.PUSH_WAIT_SECONDS * 1_000;
  await execute(NOTE, { default: Stored.parse({}).unassignedMinutes });
}
