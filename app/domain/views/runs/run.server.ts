/** Reads one run with its tasks. */
import { row, rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { notFound } from '~/domain/kernel/errors';
import { authorizeAll } from '~/domain/kernel/permissions';
import type { Run } from '~/domain/network/runs/schema';
import { readDriverMarks } from '~/domain/network/users/driver-marks.server';
import { DRIVES } from '~/domain/network/users/queries.server';
import { findRun, TAKES_TASKS } from '~/domain/network/runs/store.server';
import type { DriverMark } from '~/domain/network/users/driver-marks';
import type { PersonName, TaskCard } from '~/domain/tasks/model/task';
import { cardsWhere } from '~/domain/views/board/cards.server';
import { isDone, isHeld } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';
import { joinsRuns } from '~/domain/tasks/model/office-statuses';

/** More runs or tasks are no help for a person who chooses one. */
const MOST_RUNS = 12;
const MOST_LOOSE = 60;

export type RunChoice = Pick<Run, 'id' | 'name' | 'departsAt' | 'cutoffAt'>;

type RunView = {
  run: Run;
  /** `capacity` of the vehicle is in units of the size of tasks; null: enough for everything, or unknown. */
  driver: (PersonName & DriverMark & { id: number; capacity: number | null }) | null;
  /** In their order; before the cut-off, by the time that was promised. */
  tasks: TaskCard[];
  /** Other runs of the dealership that tasks may join. */
  others: RunChoice[];
  cancellation: CancellationView | null;
};

/** The person who cancelled a run, the time, and the number of its tasks that went to each run; null: to none. */
export type CancellationView = {
  by: string | null;
  at: string;
  to: { run: Pick<Run, 'id' | 'name' | 'departsAt'> | null; count: number }[];
};

/** @throws not_found */
export async function getRunView(actor: Actor, runId: number): Promise<RunView> {
  authorizeAll(actor, 'readBoard');
  const [run, tasks] = await Promise.all([
    findRun(runId),
    cardsWhere(
      `where t.run_id = $runId and not t.archived
       order by ${statusIs(isDone)}, coalesce(t.run_place, 32767), t.promised_from, t.created_at, t.id`,
      { runId },
    ),
  ]);
  if (!run) throw notFound('Run');
  const [driver, others, cancellation] = await Promise.all([
    run.driverId === null ? null : driverOf(run.driverId),
    openRuns(run.dealership, runId),
    run.state === 'cancelled' ? cancellationOf(runId) : null,
  ]);
  return { run, driver, tasks, others, cancellation };
}

/** Returns null for a person who no longer drives. */
async function driverOf(driverId: number): Promise<RunView['driver']> {
  const [found, marks] = await Promise.all([
    row<PersonName & { id: number; capacity: number | null }>(
      `select u.id, u.name, u.username, u.capacity from users u where u.id = $driverId and ${DRIVES}`,
      { driverId },
    ),
    readDriverMarks(),
  ]);
  const mark = marks.get(driverId);
  return found && mark ? { ...found, ...mark } : null;
}

const CANCELLATION = `
  select coalesce(nullif(u.name, ''), u.username) as by, c.cancellation ->> 'at' as at,
    coalesce((select jsonb_agg(jsonb_build_object('count', w.count, 'run',
        case when r.id is not null then
          jsonb_build_object('id', r.id, 'name', r.name, 'departsAt', r.departs_at) end) order by r.departs_at)
      from jsonb_to_recordset(c.cancellation -> 'to') as w("runId" integer, count integer)
        left join runs r on r.id = w."runId"), '[]') as to
  from runs c left join users u on u.id = (c.cancellation ->> 'by')::integer
  where c.id = $runId and c.cancellation is not null`;

/** Returns null for a run that an earlier version has cancelled. */
const cancellationOf = async (runId: number) =>
  (await row<CancellationView>(CANCELLATION, { runId })) ?? null;

/** Returns the next runs of the dealership that tasks may join. */
const openRuns = (dealership: string | null, except: number | null) =>
  rows<RunChoice>(
    `select r.id, r.name, r.departs_at as "departsAt", r.cutoff_at as "cutoffAt" from runs r
     where ${TAKES_TASKS} and r.dealership = $dealership and r.id is distinct from $except::integer
     order by r.departs_at, r.id limit ${String(MOST_RUNS)}`,
    { dealership, except },
  );

/**
 * Returns the next runs that a task of the dealership may join, or a new task of this person; null where it has no
 * schedules.
 */
export async function runsToJoin(
  actor: Actor,
  dealership: string | null = actor.dealerships[0] ?? null,
): Promise<RunChoice[] | null> {
  authorizeAll(actor, 'createTask');
  const [runs, schedule] = await Promise.all([
    openRuns(dealership, null),
    row('select id from run_schedules where dealership = $dealership limit 1', { dealership }),
  ]);
  return schedule ? runs : null;
}

/** Returns the open tasks of the run's dealership that no driver has and that are in no closed run: these may be added late. */
export async function listAddable(actor: Actor, { id, dealership }: Run): Promise<TaskCard[]> {
  authorizeAll(actor, 'readBoard');
  return cardsWhere(
    `left join runs r on r.id = t.run_id
     where not t.archived and t.type <> 'transfer' and ${statusIs(joinsRuns)}
       and t.dealership is not distinct from $dealership and t.run_id is distinct from $id::integer
       and (r.state = 'building' or (t.run_id is null and t.driver_id is null))
     order by t.created_at desc, t.id desc limit ${String(MOST_LOOSE)}`,
    { id, dealership },
  );
}

/** The next run of the schedule on which a task could not be completed. */
export type NextOfTask = { taskId: number; runId: number; name: string; departsAt: string };

/** Returns the next runs that those of these tasks may join that could not be completed on a run. */
export async function nextRunsOf(
  actor: Actor,
  tasks: Pick<TaskCard, 'id' | 'status' | 'run_id'>[],
): Promise<NextOfTask[]> {
  authorizeAll(actor, 'readBoard');
  const ids = tasks
    .filter(({ status, run_id: runId }) => isHeld({ status }) && runId !== null)
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  return rows<NextOfTask>(
    `select t.id as "taskId", n.id as "runId", n.name, n.departs_at as "departsAt"
     from tasks t join runs f on f.id = t.run_id cross join lateral (
       select r.id, r.name, r.departs_at from runs r
       where r.schedule_id = f.schedule_id and ${TAKES_TASKS} order by r.departs_at limit 1) n
     where t.id = any($ids) and t.failure_reason is not null and t.type <> 'transfer'`,
    { ids },
  );
}
