/** Locks runs with their tasks, and writes their states. */
import { RetryTransaction, row, rows } from 'db/connection';
import { prepared } from 'db/statement';
import { notFound } from '~/domain/kernel/errors';
import type { Run } from '~/domain/network/runs/schema';
import type { RunState } from '~/domain/network/runs/states';
import { RUN } from '~/domain/network/runs/store.server';
import type { Owner } from '~/domain/platform/sync/lists.server';
import { observer, type RunRow } from '~/domain/platform/sync/observer.server';
import { type TaskChange, tellChanges } from '~/domain/platform/sync/tell.server';
import { type LockedTask, lockTasks } from '~/domain/tasks/store/locks.server';
import { isQueued } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

const WAITING = prepared(
  `select t.id from tasks t where t.run_id = $runId and ${statusIs(isQueued)} and not t.archived
   order by t.run_place nulls last, t.id`,
);
const LOCK_RUN = prepared(
  `select ${RUN}, r.cutoff_at <= now() as "isDue", json_build_object('id', r.id, 'state', r.state,
     'driver_id', r.driver_id, 'closed_at', r.closed_at, 'out_at', r.out_at, 'done_at', r.done_at) as before
   from runs r where r.id = $runId for update`,
);

export type LockedRun = {
  run: Run;
  /** The cut-off is past by the clock of the database. */
  isDue: boolean;
  /** The tasks that wait for it, in their order. */
  tasks: LockedTask[];
  /** The waiting tasks, and those of `also.taskIds`. */
  all: Map<number, LockedTask>;
};

/**
 * Locks the lists, then the tasks, then the run, as everybody does who needs them. The version of the unassigned list
 * is raised, so that boards show the changed run.
 * @param also more lists, and ids of more tasks.
 */
export async function lockRun(
  runId: number,
  also: { owners?: Owner[]; taskIds?: number[] } = {},
): Promise<LockedRun> {
  const waiting = () => rows<{ id: number }>(WAITING, { runId });
  const ids = (await waiting()).map(({ id }) => id);
  const all = await lockTasks(
    [...new Set([...ids, ...(also.taskIds ?? [])])],
    [null, ...(also.owners ?? [])],
  );
  const locked = await row<Run & { isDue: boolean; before: RunRow }>(LOCK_RUN, { runId });
  if (!locked) throw notFound('Run');
  const { isDue, before, ...run } = locked;
  observer()?.runLocked(before);
  const tasks = (await waiting()).map(({ id }) => all.get(id));
  // Somebody has added a task before the lists were locked.
  const known = tasks.flatMap((task) => task ?? []);
  if (known.length < tasks.length) throw new RetryTransaction();
  return { run, isDue, tasks: known, all };
}

const MOMENTS: Partial<Record<RunState, string>> = { closed: 'closed_at', out: 'out_at', done: 'done_at' };

/** @param at ISO 8601; without it, now by the database's clock. */
export async function setState(runId: number, state: RunState, at?: string): Promise<void> {
  const moment = MOMENTS[state];
  const written = moment ? `, ${moment} = least(coalesce($at::timestamptz, now()), now())` : '';
  await rows(
    `update runs set state = $state, version = nextval('run_versions')${written} where id = $runId`,
    { runId, state, ...(moment && { at: at ?? null }) },
  );
  tellChanges(ANY_TASK);
  await tellWebhooks(runId, `run.${state}`);
}

/** For a change of the run that is not one of its state. */
export async function touchRun(runId: number): Promise<void> {
  await rows("update runs set version = nextval('run_versions') where id = $runId", { runId });
  tellChanges(ANY_TASK);
}

const ANY_TASK: TaskChange[] = [{ type: 'TASK_UPDATED', taskId: 0, drivers: [] }];

const TELL = `
  insert into jobs (kind, subject, lane, chain, payload)
  select 'webhook', d.id, d.webhook_id, d.webhook_id || ':run ' || $runId, jsonb_build_object(
    'event', $event::text, 'body', json_build_object('id', d.id, 'event', $event, 'occurred_at', to_json(now()), 'run', (
      select row_to_json(run) from (select ${RUN}, array(select t.id from tasks t where t.run_id = r.id
        order by t.run_place nulls last, t.id) as "taskIds" from runs r where r.id = $runId::integer) run))::text)
  from (select gen_random_uuid() as id, w.id as webhook_id from webhooks w where w.active and $event = any(w.events)) d`;

const tellWebhooks = (runId: number, event: string) => rows(TELL, { runId, event });
