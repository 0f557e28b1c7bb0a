/** Tells dispatchers once of each task that nobody has taken for some minutes. */
import { execute } from 'db/connection';
import * as z from 'zod/v4';
import { command, query } from '~/domain/command.server';
import { readSetting, saveSetting } from '~/domain/system/settings.server';
import { env } from '~/env.server';
import { noteToDispatchers } from './events.server';

const MINUTES = 'Enter 0 to 1,440 minutes';
const minutes = z.coerce.number(MINUTES).int(MINUTES).min(0, MINUTES).max(1_440, MINUTES);

const Stored = z.strictObject({ unassignedMinutes: minutes.default(15) });
const SaveNotifications = z.strictObject({ unassignedMinutes: minutes });
const Answer = z.strictObject({
  unassignedMinutes: z.int().describe('After how many minutes without a driver; 0 for never'),
});

const stored = () => readSetting('notifications', Stored);

export const getNotifications = query(
  { summary: 'When dispatchers are notified', may: 'manageSystem', answer: Answer },
  stored,
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

// The mark is what makes it once, also for instances that look at the same moment.
const NOTE = `
  with over as (
    delete from push_told m where kind = 'unassigned'
      and not exists (select from tasks t where t.id = m.task_id and ${WAITS})
  ), late as (
    insert into push_told (kind, task_id)
    select 'unassigned', t.id from tasks t
    where ${WAITS} and not exists (select from push_told m where m.kind = 'unassigned' and m.task_id = t.id)
      and coalesce(
        (select max(e.created_at) from task_events e where e.task_id = t.id and e.changes ?| '{driver_id,status}'),
        t.created_at) < now() - make_interval(mins => $minutes)
    order by t.id on conflict do nothing returning task_id
  )
  ${noteToDispatchers('unassigned', 'late')}`;

let lookAt = 0;

/** Looks as often as notifications are collected. */
export async function noteUnassigned(): Promise<void> {
  if (performance.now() < lookAt) return;
  lookAt = performance.now() + env.PUSH_WAIT_SECONDS * 1_000;
  const { unassignedMinutes } = await stored();
  if (unassignedMinutes > 0) await execute(NOTE, { minutes: unassignedMinutes });
}
