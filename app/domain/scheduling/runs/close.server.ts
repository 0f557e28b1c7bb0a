/** Closes runs at their cut-off: exactly once, on whatever instance is there. */
import { execute, transaction } from 'db/connection';
import { prepared } from 'db/statement';
import { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/kernel/actor';
import { conflict, notFound } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import type { Run } from '~/domain/network/runs/schema';
import { record } from '~/domain/tasks/events/record.server';
import type { Entry } from '~/domain/tasks/model/task';
import { BLANK, changesOf, insertTask, newTaskId, created, updated } from '~/domain/tasks/store/save.server';
import { NO_RUN } from '~/domain/tasks/runs/join.server';
import { cutoffDelay } from '~/domain/platform/metrics.server';
import { lockRun, type LockedRun, setState } from './lock.server';
import { planRun, type PlannedStop, type RunPlan } from './order.server';
import { STATUS } from '~/domain/tasks/model/statuses';

/** Each time somebody has added or taken a task while the order was computed. */
const MOST_TRIES = 5;

/**
 * Computes the order of the run and closes it.
 * @param actor null for the system, which closes only what is due.
 * @returns whether this call has closed it.
 */
export async function closeRun(actor: Actor | null, runId: number): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const plan = await planRun(runId);
    if (!plan) throw notFound('Run');
    const closed = await transaction(async (): Promise<Run | false | null> => {
      const locked = await lockRun(runId);
      if (locked.run.state !== 'building' || (actor === null && !locked.isDue)) return false;
      const ids = locked.tasks.map(({ id }) => id).sort((a, b) => a - b);
      if (ids.join() !== plan.taskIds.join()) return null;
      await close(actor, locked, plan);
      return locked.run;
    });
    if (closed && actor === null)
      cutoffDelay.observe(Math.max(0, Date.now() - Date.parse(closed.cutoffAt)) / 1_000);
    if (closed !== null) return closed !== false;
  }
  throw conflict(untranslated('runBusy', 'Tasks are joining and leaving this run. Try again'), {
    mayPass: true,
  });
}

// All tasks of the run in one statement, because many runs close in the same minute.
const PLACE = prepared(
  `update tasks t set run_place = p.run_place, promised_from = p.promised_from, promised_to = p.promised_to,
     last_modifier_id = coalesce($actorId, t.last_modifier_id), version = t.version + 1, updated_at = now()
   from jsonb_to_recordset($placed::jsonb)
     as p(id integer, run_place integer, promised_from timestamptz, promised_to timestamptz)
   where t.id = p.id`,
);

async function close(actor: Actor | null, { run, tasks }: LockedRun, plan: RunPlan): Promise<void> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const placed: object[] = [];
  const entries: Entry[] = [];
  let place = 0;
  for (const stop of plan.stops) {
    for (const id of stop.taskIds) {
      const task = byId.get(id);
      if (!task) continue;
      place += 1;
      const fields = { run_place: place, ...promiseOf(stop, task) };
      task.set(fields);
      placed.push({ id, ...fields });
      entries.push(updated(task, 'run closed', changesOf(task), [task.driver_id]));
    }
    if (stop.standing) {
      place += 1;
      entries.push(await makePickup(actor, run, stop, place));
    }
  }
  await execute(PLACE, { placed: JSON.stringify(placed), actorId: actor?.id ?? null });
  await setState(run.id, 'closed');
  await record(actor, entries);
}

/** Without the place of a stop, what was promised before stays. */
export const promiseOf = (
  { from, to }: Pick<PlannedStop, 'from' | 'to'>,
  { promised_from, promised_to }: Pick<Task, 'promised_from' | 'promised_to'>,
) => (from && to ? { promised_from: from, promised_to: to } : { promised_from, promised_to });

/** Makes a pickup at a standing stop that is always visited and where nothing else is to be done. */
async function makePickup(actor: Actor | null, run: Run, stop: PlannedStop, place: number): Promise<Entry> {
  const {
    name = '',
    address = '',
    latitude = null,
    longitude = null,
    precision = null,
    serviceMinutes = null,
  } = stop.standing ?? {};
  const task = Task.build({
    ...BLANK,
    ...NO_RUN,
    ...promiseOf(stop, { promised_from: null, promised_to: null }),
    id: await newTaskId(),
    type: 'pickup',
    location: name,
    address,
    part_numbers: 'Standing stop',
    latitude,
    longitude,
    geo_precision: precision,
    priority: 'normal',
    status: STATUS.nextRoute,
    service_minutes: serviceMinutes,
    driver_id: run.driverId,
    dealership: run.dealership,
    run_id: run.id,
    run_rule: 'standing',
    run_place: place,
    created_by: actor?.id ?? null,
    last_modifier_id: actor?.id ?? null,
  });
  await insertTask(task);
  return created(task);
}
