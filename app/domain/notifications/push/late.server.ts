/** Notifies dispatchers once of each delivery that will likely be late. */
import { execute } from 'db/connection';
import { lateNow } from '~/domain/scheduling/arrivals/arrivals.server';
import { env } from '~/process/env.server';
import { noteToDispatchers } from './events.server';

// The row in `push_told` makes sure that each task is told once: also by several instances, and also when the
// task is on time for a while in between.
const NOTE = `
  with over as (
    delete from push_told m where kind = 'late' and not exists (
      select from tasks t where t.id = m.task_id and not t.archived and t.status in ('pending', 'going'))
  ), late as (
    insert into push_told (kind, task_id) select 'late', late.id from unnest($late::integer[]) as late(id)
    order by late.id on conflict do nothing returning task_id
  )
  ${noteToDispatchers('late', 'late')}`;

let lookAt = 0;

/** Runs every half minute, because it computes the times of all routes. */
export async function noteLate(): Promise<void> {
  if (performance.now() < lookAt) return;
  lookAt = performance.now() + env.PUSH_WAIT_SECONDS * 8_000;
  await execute(NOTE, { late: await lateNow() });
}
