/** Undoes an applied plan, list by list, like its application. */
import { row, rows, transaction } from 'db/connection';
import { Plan } from 'db/models/operations';
import type { Actor } from '~/domain/kernel/actor';
import { command } from '~/domain/kernel/command.server';
import { conflict, notFound } from '~/domain/kernel/errors';
import type { NewNotice } from '~/domain/tasks/events/notices.server';
import { changedOrders, type Event } from '~/domain/tasks/undo/recorder.server';
import {
  changedSince,
  isUnchangedSince,
  takeBack,
  tooLate,
  type Act,
  type Chosen,
} from '~/domain/tasks/undo/undo.server';
import { type ListChanges, listNotices } from './apply.server';
import { atPlan, TakenBackAnswer, type Applied, type PlanResult, type TakenBack } from './schema';
import { DRIVES } from '~/domain/network/users/queries.server';
import { untranslated } from '~/domain/kernel/sentence';
import { isAhead, isInRoute } from '~/domain/tasks/model/statuses';

type Stored = {
  result: PlanResult | null;
  applied: Applied | null;
  takenBack: TakenBack | null;
  undoId: string | null;
  /** The record that an undo needs is no longer kept. */
  isGone: boolean;
};

const LOCK_PLAN = `
  select result, applied, taken_back as "takenBack", undo_id as "undoId",
    not exists (select from undos u where u.id = plans.undo_id) as "isGone"
  from plans where id = $planId for update`;

export const undoPlan = command(
  {
    summary: 'Takes an applied plan back',
    about:
      'For whoever has applied it, within 60 seconds. A driver whose list has changed since is skipped and named; 409 when that is so for all of them. Doing it twice is harmless.',
    may: 'undo',
    at: atPlan,
    answer: TakenBackAnswer,
    refusals: [409],
  },
  ({ actor, planId }) =>
    transaction(async () => {
      const plan = await row<Stored>(LOCK_PLAN, { planId });
      if (!plan) throw notFound('Plan');
      if (plan.takenBack) return plan.takenBack;
      if (!plan.applied || !plan.result)
        throw conflict(untranslated('planNotApplied', 'This plan has not been applied'));
      if (plan.applied.applied.length === 0)
        throw conflict(untranslated('planChangedNothing', 'This plan has changed no list'));
      if (plan.undoId === null || plan.isGone) throw tooLate();
      const taken = await takePlanBack(actor, planId, { result: plan.result, undoId: plan.undoId });
      await Plan.update({ takenBack: taken }, { where: { id: planId } });
      return taken;
    }),
);

type Back = { result: PlanResult; undoId: string };

async function takePlanBack(actor: Actor, planId: number, { result, undoId }: Back): Promise<TakenBack> {
  let changes = NOTHING;
  await takeBack(actor, undoId, {
    choose: async (act) => {
      const unchanged = await unchangedOf(act, result);
      changes = changesOf(act, unchanged);
      return unchanged;
    },
    tell: () => noticesOf(actor, planId, changes),
  });
  const { undone, stuck, ordered, staying } = changes;
  const names = new Map(result.drivers.map(({ driverId, name }) => [driverId, name]));
  const changed = new Set([
    ...undone.flatMap(({ from, to }) => [from ?? to, to ?? from]),
    ...ordered.map(({ driverId }) => driverId),
  ]);
  return {
    takenBack: [...changed].flatMap((id) => id ?? []),
    skipped: [...staying].map((driverId) => ({ driverId, name: names.get(driverId) ?? 'A former driver' })),
    notMoved: await rows(LOCATIONS, { ids: stuck.map(({ taskId }) => taskId) }),
    movedCount: undone.length,
  };
}

const LOCATIONS = `
  select id as "taskId", location from tasks where id = any($ids::integer[]) order by id`;

const moveIn = ({ changes }: Event) => changes.driver_id as [number | null, number | null] | undefined;

/**
 * Leaves out lists in which anything that the plan did has changed since. Tasks that belong together stay
 * together.
 */
async function unchangedOf({ events, tasks, routes }: Act, { together }: PlanResult): Promise<Chosen> {
  const home = new Map(routes.flatMap(([driverId, , after]) => after.map((id) => [id, driverId] as const)));
  const staying = changedOrders(events, tasks);
  for (const event of events) {
    const task = tasks.get(event.taskId);
    const to = moveIn(event)?.[1] ?? home.get(event.taskId) ?? null;
    // In the driver's own list, a task may be under way: it stays in front.
    const mayBe = event.action === 'reordered' ? isInRoute : isAhead;
    const isThere = task && !task.archived && task.driver_id === to && mayBe(task);
    if (!isThere || !isUnchangedSince(event, task)) staying.add(to);
  }
  for (const driverId of await goneOf(events.flatMap((event) => moveIn(event)?.[0] ?? [])))
    staying.add(driverId);
  const driversOf = (event: Event) => moveIn(event) ?? [home.get(event.taskId) ?? null];
  const stays = (event: Event) => driversOf(event).some((id) => id !== null && staying.has(id));
  const stuck = new Set(events.filter(stays).map(({ taskId }) => taskId));
  for (const group of together) if (group.some((id) => stuck.has(id))) for (const id of group) stuck.add(id);
  const chosen = events.filter(({ taskId }) => !stuck.has(taskId));
  if (chosen.length === 0) throw changedSince();
  return { events: chosen, staying };
}

async function goneOf(drivers: number[]): Promise<number[]> {
  const there = await rows<{ id: number }>(
    `select u.id from users u where u.id = any($drivers::integer[]) and ${DRIVES}`,
    { drivers },
  );
  const known = new Set(there.map(({ id }) => id));
  return drivers.filter((id) => !known.has(id));
}

type Changes = Pick<ListChanges, 'ordered' | 'isUrgent'> & {
  /** Moves as the undo makes them. */
  undone: ListChanges['moves'];
  /** Moves as the plan made them. */
  stuck: ListChanges['moves'];
  staying: ReadonlySet<number>;
};
const NOTHING: Changes = {
  undone: [],
  stuck: [],
  ordered: [],
  staying: new Set(),
  isUrgent: () => false,
};

function changesOf({ events, tasks }: Act, unchanged: Chosen): Changes {
  const isBack = new Set(unchanged.events);
  const moves = events.flatMap((event) => {
    const [from, to] = moveIn(event) ?? [];
    return from === undefined || to === undefined ? [] : [{ event, taskId: event.taskId, from, to }];
  });
  return {
    undone: moves
      .filter(({ event }) => isBack.has(event))
      .map(({ taskId, from, to }) => ({ taskId, from: to, to: from })),
    stuck: moves.filter(({ event }) => !isBack.has(event)),
    ordered: unchanged.events.flatMap(({ taskId, action }) => {
      const driverId = tasks.get(taskId)?.driver_id;
      return action === 'reordered' && driverId ? [{ taskId, driverId }] : [];
    }),
    staying: new Set([...unchanged.staying].flatMap((id) => id ?? [])),
    isUrgent: (id) => tasks.get(id)?.priority === 'urgent',
  };
}

const TAKE_UNREAD = `
  delete from driver_notices where plan_id = $planId and driver_id = any($drivers::integer[])
  returning driver_id as "driverId"`;

/**
 * Drivers who have not read the notice of the plan get none of the undo, or only one about the moves that
 * could not be undone. The others read that the plan was undone.
 */
async function noticesOf(actor: Actor, planId: number, changes: Changes): Promise<NewNotice[]> {
  const { undone, stuck, ordered, staying, isUrgent } = changes;
  const drivers = new Set([
    ...undone.flatMap(({ from, to }) => [from, to].flatMap((id) => id ?? [])),
    ...ordered.map(({ driverId }) => driverId),
  ]);
  for (const id of [...staying, actor.id]) drivers.delete(id);
  const unread = await rows<{ driverId: number }>(TAKE_UNREAD, { planId, drivers: [...drivers] });
  const have = unread.map(({ driverId }) => driverId);
  const read = [...drivers].filter((id) => !have.includes(id));
  return [
    ...listNotices('planned', have, { planId, moves: stuck, ordered: [], isUrgent }),
    ...listNotices('unplanned', read, { planId, moves: undone, ordered, isUrgent }),
  ];
}
