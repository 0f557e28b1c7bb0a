/** Applies a plan in one transaction. Each list changes only if it is still the one that was planned for. */
import { row } from 'db/connection';
import { Plan } from 'db/models/operations';
import type { Task } from 'db/models/tasks';
import { noted } from '~/domain/tasks/store/save.server';
import type { Actor } from '~/domain/kernel/actor';
import { command } from '~/domain/kernel/command.server';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { undoable } from '~/domain/tasks/undo/undo.server';
import { undoIdNow } from '~/domain/tasks/undo/recorder.server';
import { record } from '~/domain/tasks/events/record.server';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { give, withPlaces } from '~/domain/tasks/lifecycle/move.server';
import { renumber, routeOf } from '~/domain/tasks/ordering/reorder.server';
import type { Entry } from '~/domain/tasks/model/task';
import type { NewNotice } from '~/domain/tasks/events/notices.server';
import { acceptedMoves, listAfter, type Lists, type StoredList } from './answers';
import { peopleNow } from './board.server';
import { type Applied, AppliedAnswer, ApplyPlan, atPlan, type PlanAnswer, type PlanResult } from './schema';
import { untranslated } from '~/domain/kernel/sentence';
import { notices as words } from '~/words/en/notices';
import { isAhead, STATUS } from '~/domain/tasks/model/statuses';
import { hasFailed } from '~/domain/tasks/model/office-statuses';

/**
 * Writes the notices to drivers about a plan that has been applied or undone: one line each, with the numbers
 * of tasks. Pure.
 */

export type ListChanges = {
  planId: number;
  moves: { taskId: number; from: number | null; to: number | null }[];
  /** Tasks whose place in the list has changed, but not their driver. */
  ordered: { taskId: number; driverId: number }[];
  isUrgent: (taskId: number) => boolean;
};

/** Returns a notice for each of these drivers whose list has changed. */
export function listNotices(
  kind: 'planned' | 'unplanned',
  drivers: Iterable<number>,
  { planId, moves, ordered, isUrgent }: ListChanges,
): NewNotice[] {
  return [...drivers].flatMap((driver) => {
    const came = moves.filter(({ to }) => to === driver);
    const left = moves.filter(({ from }) => from === driver);
    const inOrder = ordered.filter(({ driverId }) => driverId === driver);
    const [first] = [...came, ...left, ...inOrder];
    if (!first) return [];
    return {
      driver,
      taskId: first.taskId,
      kind,
      change: null,
      planId,
      underWay: came.some(({ taskId }) => isUrgent(taskId)),
      location: words.list(came.length, left.length),
      counts: { came: came.length, left: left.length },
    };
  });
}

type Stored = { result: PlanResult | null; applied: Applied | null; undone: boolean };

const LOCK_PLAN =
  'select result, applied, undone_at is not null as undone from plans where id = $planId for update';

export const applyPlan = command(
  {
    summary: 'Applies an answer of a plan',
    about:
      'For the accepted drivers, in one transaction. A driver whose list has changed since the plan was made is skipped and named. Doing it twice is harmless; 409 when another answer of the plan was applied.',
    may: 'moveTasks',
    at: atPlan,
    input: ApplyPlan,
    answer: AppliedAnswer,
    refusals: [409],
  },
  async ({ actor, planId, input: { kind, driverIds } }) => {
    const { result } = await undoable(actor, async () => {
      const plan = await row<Stored>(LOCK_PLAN, { planId });
      if (!plan) throw notFound('Plan');
      if (plan.undone)
        throw conflict(
          untranslated('planUndone', 'This plan has been undone. Plan again, as the lists may have changed'),
        );
      if (plan.applied?.kind === kind) return plan.applied;
      if (plan.applied)
        throw conflict(untranslated('otherAnswerApplied', 'Another answer of this plan has been applied'));
      const answer = plan.result?.answers.find((each) => each.kind === kind);
      if (!plan.result || !answer)
        throw conflict(untranslated('noSuchAnswer', 'This plan has no such answer'));
      const planned = new Set(plan.result.drivers.map(({ driverId }) => driverId));
      if (driverIds?.some((id) => !planned.has(id)))
        throw fieldRefusal('driverIds', untranslated('driverNotInPlan', 'This driver is not in the plan'));
      const applied = await apply(actor, planId, {
        result: plan.result,
        answer,
        accepted: new Set(driverIds ?? planned),
      });
      await Plan.update({ applied, appliedBy: actor.id, undoId: undoIdNow() }, { where: { id: planId } });
      return applied;
    });
    return result;
  },
);

type Acceptance = { result: PlanResult; answer: PlanAnswer; accepted: Set<number> };

async function apply(
  actor: Actor,
  planId: number,
  { result, answer, accepted }: Acceptance,
): Promise<Applied> {
  const drivers = result.drivers.map(({ driverId }) => driverId);
  const tasks = await lockTasks(
    [
      ...new Set([
        ...result.drivers.flatMap(({ list }) => list.map(({ taskId }) => taskId)),
        ...answer.moves.map(({ taskId }) => taskId),
      ]),
    ],
    [null, ...drivers],
  );
  const lists = await listsNow(drivers, tasks);
  const { moves, skipped, unchanged, notMoved } = acceptedMoves(result, answer, accepted, lists);
  const entries: Entry[] = [];
  for (const { taskId, to } of moves)
    entries.push(...(await give(actor, tasks.get(taskId), { driver_id: to, status: STATUS.pending })));
  const came = new Set(moves.map(({ taskId }) => taskId));
  const ordered: Entry[] = [];
  for (const driverId of unchanged) {
    const now = await routeOf(driverId);
    const wanted = listAfter(driverId, answer, moves, now);
    if (!wanted) continue;
    const places = new Map(now.map(({ id, order_index }) => [id, order_index]));
    for (const id of await renumber(actor, wanted))
      if (!came.has(id))
        ordered.push(
          noted(id, 'reordered', driverId, { order_index: [places.get(id) ?? null, wanted.indexOf(id)] }),
        );
  }
  const moved = await placed(entries, unchanged);
  const everybody = new Set([...unchanged, ...moves.flatMap(({ from }) => from ?? [])]);
  everybody.delete(actor.id);
  const notices = listNotices('planned', everybody, {
    planId,
    moves,
    ordered: ordered.flatMap(({ taskId, driverIds: [driverId] }) => (driverId ? [{ taskId, driverId }] : [])),
    isUrgent: (id) => tasks.get(id)?.priority === 'urgent',
  });
  await record(actor, [...moved, ...ordered], notices);
  const changed = new Set(notices.map(({ driver }) => driver));
  for (const { from, to } of moves) changed.add(to).add(from ?? to);
  for (const { driverIds } of ordered) changed.add(driverIds[0] ?? 0);
  return {
    kind: answer.kind,
    applied: drivers.filter((id) => unchanged.includes(id) && changed.has(id)),
    skipped: result.drivers.flatMap(({ driverId, name }) => {
      const because = skipped.get(driverId);
      return because ? [{ driverId, name, because }] : [];
    }),
    notMoved: notMoved.map((taskId) => ({ taskId, location: locationIn(answer, taskId) })),
    movedCount: moves.length,
  };
}

const locationIn = ({ routes }: PlanAnswer, taskId: number) =>
  routes.flatMap(({ stops }) => stops).find(({ taskIds }) => taskIds.includes(taskId))?.location ?? '';

async function listsNow(drivers: number[], tasks: Map<number, Task>): Promise<Lists> {
  const { people } = await peopleNow();
  const routes = new Map<number, StoredList>();
  for (const driverId of drivers) {
    const route = await routeOf(driverId);
    routes.set(
      driverId,
      route.map(({ id, location, address }) => ({
        taskId: id,
        version: tasks.get(id)?.version ?? 0,
        location,
        address,
      })),
    );
  }
  const isOpen = ({ archived, status, failure_reason }: Task) =>
    !archived && (isAhead({ status }) || hasFailed({ status, failure_reason }));
  return {
    routes,
    people: new Map(people.map((person) => [person.driverId, person])),
    open: new Map(
      [...tasks.values()]
        .filter(isOpen)
        .map(({ id, version, driver_id }) => [id, { version, driverId: driver_id }]),
    ),
  };
}

async function placed(entries: Entry[], drivers: number[]): Promise<Entry[]> {
  let all = entries;
  for (const driverId of drivers) all = await withPlaces(all, driverId);
  return all;
}
