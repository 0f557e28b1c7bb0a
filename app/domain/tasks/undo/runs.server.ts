/** Restores runs when an act is undone. */
import { execute, row, rows } from 'db/connection';
import { prepared } from 'db/statement';
import type { Actor } from '~/domain/kernel/actor';
import { exceptRun, unskipRun } from '~/domain/network/runs/exceptions.server';
import type { RunRow } from '~/domain/platform/sync/observer.server';
import { isHeld, isQueued } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

/** A run that an act has changed: as it was, and its state and driver after it. */
export type RunChange = { before: RunRow; state: string; driver: number | null };

/** SQL: the changes of `$runs`, which are rows before the act. */
export const RUN_CHANGES = `(
  select coalesce(jsonb_agg(jsonb_build_object('before', b.run, 'state', r.state, 'driver', r.driver_id)), '[]')
  from jsonb_array_elements($runs::jsonb) as b(run) join runs r on r.id = (b.run ->> 'id')::integer
  where r.state <> b.run ->> 'state' or r.driver_id is distinct from (b.run ->> 'driver_id')::integer)`;

// A run that has left may have ended.
const RESTORE = `
  update runs r set state = b.state, driver_id = b.driver_id, closed_at = b.closed_at, out_at = b.out_at,
    done_at = b.done_at, version = nextval('run_versions')
  from jsonb_to_recordset($runs::jsonb) as c(before jsonb, state text, driver integer),
    lateral jsonb_to_record(c.before) as b(id integer, state text, driver_id integer, closed_at timestamptz,
      out_at timestamptz, done_at timestamptz)
  where r.id = b.id and r.driver_id is not distinct from c.driver
    and (r.state = c.state or c.state = 'out' and r.state = 'done')
  returning r.id`;

/**
 * Restores the runs, and their exceptions of the plan. Call it when the lists are locked.
 * @returns false when one of them has changed since.
 */
export async function restoreRuns(actor: Actor, runs: RunChange[]): Promise<boolean> {
  if (runs.length === 0) return true;
  const restored = await rows(RESTORE, { runs: JSON.stringify(runs) });
  for (const { before, state, driver } of runs) {
    if (state === 'cancelled') await unskipRun(before.id);
    if (driver !== before.driver_id)
      await exceptRun(actor, before.id, { kind: 'driver', driverId: before.driver_id });
  }
  return restored.length === runs.length;
}

// Tasks may have joined a restored run since the act.
const CONCERNED = 'select run_id from tasks where id = any($taskIds) union select unnest($runIds::integer[])';

// Tasks wait for a run that has not left, with its driver, and have a place in it once it is closed.
const TORN = prepared(`
  select r.id from runs r join tasks t on t.run_id = r.id and not t.archived
  where r.id in (${CONCERNED}) and (
    not (${statusIs(isHeld)}) and (${statusIs(isQueued)}) <> (r.state in ('building', 'closed'))
    or ${statusIs(isQueued)} and (t.run_place is null) <> (r.state = 'building')
    or ${statusIs(isQueued)} and t.driver_id is distinct from r.driver_id
    or exists (select from tasks o where o.run_id = r.id and o.run_place = t.run_place and o.id <> t.id))
  limit 1`);

const LOCK = prepared(`select id from runs where id in (${CONCERNED}) order by id for share`);

/** Returns true when the restored runs, and those of the act's tasks, agree with all of their tasks. */
export async function agreeWithRuns(taskIds: number[], restored: RunChange[]): Promise<boolean> {
  const concerned = { taskIds, runIds: restored.map(({ before }) => before.id) };
  await execute(LOCK, concerned);
  return (await row(TORN, concerned)) === null;
}
