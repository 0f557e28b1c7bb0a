/** Reads one run with its tasks. */
import { row, rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { notFound } from '~/domain/kernel/errors';
import { authorizeAll } from '~/domain/kernel/permissions';
import type { Run } from '~/domain/network/runs/schema';
import { RUN } from '~/domain/network/runs/store.server';
import type { TaskCard } from '~/domain/tasks/model/task';
import { cardsWhere } from '~/domain/views/board/cards.server';

/** More runs or tasks are no help for a person who chooses one. */
const MOST_RUNS = 12;
const MOST_LOOSE = 60;

export type RunChoice = Pick<Run, 'id' | 'name' | 'departsAt' | 'cutoffAt'>;

type RunView = {
  run: Run;
  /** In their order; before the cut-off there is none. */
  tasks: TaskCard[];
  /** Other runs of the dealership that tasks may join. */
  others: RunChoice[];
};

/** @throws not_found */
export async function getRunView(actor: Actor, runId: number): Promise<RunView> {
  authorizeAll(actor, 'readBoard');
  const [run, tasks] = await Promise.all([
    row<Run>(`select ${RUN} from runs r where r.id = $runId`, { runId }),
    cardsWhere(
      `where t.run_id = $runId and not t.archived
       order by t.status = 'completed', coalesce(t.run_place, 32767), t.created_at, t.id`,
      { runId },
    ),
  ]);
  if (!run) throw notFound('Run');
  return { run, tasks, others: await openRuns(run.dealership, runId) };
}

/** Returns the next runs of the dealership that tasks may join. */
const openRuns = (dealership: string | null, except: number | null) =>
  rows<RunChoice>(
    `select id, name, departs_at as "departsAt", cutoff_at as "cutoffAt" from runs
     where state = 'building' and cutoff_at > now() and dealership = $dealership and id is distinct from $except::integer
     order by departs_at, id limit ${String(MOST_RUNS)}`,
    { dealership, except },
  );

/** Returns the next runs that a new task of this person may join; null where the dealership has no schedules. */
export async function runsToJoin(actor: Actor): Promise<RunChoice[] | null> {
  authorizeAll(actor, 'createTask');
  const dealership = actor.dealerships[0] ?? null;
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
     where not t.archived and t.type <> 'transfer' and t.status in ('pending', 'next-route')
       and t.dealership is not distinct from $dealership and t.run_id is distinct from $id::integer
       and (r.state = 'building' or (t.run_id is null and t.driver_id is null))
     order by t.created_at desc, t.id desc limit ${String(MOST_LOOSE)}`,
    { id, dealership },
  );
}
