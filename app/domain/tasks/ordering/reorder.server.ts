/** Puts a driver's active tasks into another order. */
import type { Attributes } from 'sequelize';
import { rows, transaction } from 'db/connection';
import { User } from 'db/models/people';
import type { Task } from 'db/models/tasks';
import { prepared } from 'db/statement';
import { NOTED_NAME } from '~/domain/tasks/store/queries.server';
import { noted } from '~/domain/tasks/store/save.server';
import type { Actor } from '~/domain/kernel/actor';
import { command } from '~/domain/kernel/command.server';
import { DomainError, invalid, notFound } from '~/domain/kernel/errors';
import { authorizeFor } from '~/domain/kernel/permissions';
import { atDriver, atList, MoveStop, ReorderTasks } from '~/domain/tasks/model/schema';
import { ReorderedAnswer } from '~/domain/tasks/model/answers';
import { groupByStop } from '~/domain/tasks/model/stops';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { record } from '~/domain/tasks/events/record.server';
import type { OrderChange } from '~/domain/tasks/model/order-changes';
import { WHERE_DRIVES } from '~/domain/network/users/queries.server';
import { mergeOrder, movedByOthers } from './merge-order';
import { say } from '~/domain/kernel/sentence';
import { isInRoute, isUnderWay } from '~/domain/tasks/model/statuses';
import { routeOrder, statusIs } from '~/domain/tasks/model/status-sql.server';

/** The order of a driver's route: pending and going tasks, going ones first. Callers have locked the driver's list. */

/** Returns the route as shown: tasks under way first, then by order_index. */
export const routeOf = (driverId: number) =>
  rows<Pick<Attributes<Task>, 'id' | 'status' | 'order_index' | 'location' | 'address'>>(ROUTE, { driverId });

const ROUTE = prepared(
  `select id, status, order_index, location, address from tasks
   where driver_id = $driverId and not archived and ${statusIs(isInRoute, 'status')}
   order by ${routeOrder('')}`,
);

/** Numbers the tasks 0, 1, 2 … in the given order. @returns the ids whose number changed. */
export async function renumber(actor: Pick<Actor, 'id'> | null, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const moved = await rows<{ id: number }>(
    `update tasks set order_index = wanted.position - 1, order_updated_at = now(), order_updated_by = $actor
     from unnest($ids::integer[]) with ordinality as wanted(id, position)
     where tasks.id = wanted.id and tasks.order_index is distinct from wanted.position - 1
     returning tasks.id`,
    { ids, actor: actor?.id ?? null },
  );
  return moved.map(({ id }) => id);
}

/**
 * Returns the order index for a task that enters a driver's route: the last one; for an urgent task, the
 * first behind the tasks under way. Makes room if needed.
 */
export async function placeFor(driverId: number, taskId: number | null, urgent: boolean): Promise<number> {
  const others = (await routeOf(driverId)).filter(({ id }) => id !== taskId);
  if (!urgent) return Math.max(-1, ...others.map(({ order_index }) => order_index ?? -1)) + 1;
  const position = others.filter(isUnderWay).length;
  await makeRoom(
    others.map(({ id }) => id),
    position,
  );
  return position;
}

async function makeRoom(ids: number[], gap: number): Promise<void> {
  await rows(
    `update tasks set order_index = wanted.position - 1 + (wanted.position > $gap)::integer
     from unnest($ids::integer[]) with ordinality as wanted(id, position)
     where tasks.id = wanted.id
       and tasks.order_index is distinct from wanted.position - 1 + (wanted.position > $gap)::integer`,
    { ids, gap },
  );
}

/**
 * Puts the listed tasks first, in this order. Active tasks that the caller did not know keep their order
 * behind them.
 * @throws conflict, with the present order, when a listed task is not an active one of this driver.
 */
export const reorderTasks = command(
  {
    summary: "Sets the order of a driver's route",
    about:
      '`taskIds` come first, in this order; other active tasks follow in their current order. With `baseIds` (the order before the change), changes others have made since are merged instead of refused; `movedIds` lists what was moved. `changes` lists changes by others that make the result differ from the requested order.',
    may: 'reorderTasks',
    at: atDriver,
    input: ReorderTasks,
    answer: ReorderedAnswer,
  },
  async ({ actor, driverId, input: { taskIds, baseIds, movedIds } }) => {
    await requireRouteOf(actor, driverId);
    return transaction(async () => {
      await lockLists([driverId]);
      const route = await routeOf(driverId);
      const known = new Map(route.map((place) => [place.id, place]));
      const current = route.map(({ id }) => id);
      const requested = baseIds ? mergeOrder(baseIds, taskIds, current, movedIds) : taskIds;
      const strangers = requested.filter((id) => !known.has(id));
      if (strangers.length > 0) throw changedMeanwhile(current, strangers);
      const listed = new Set(requested);
      const wanted = [...requested, ...current.filter((id) => !listed.has(id))];
      const moved = await renumber(actor, wanted);
      const outcome = (await routeOf(driverId)).map(({ id }) => id);
      // Read before this change itself is recorded.
      const changes =
        baseIds && outcome.join() !== taskIds.join()
          ? await orderChanges({
              moved: movedByOthers(baseIds, taskIds, current, movedIds),
              came: current.filter((id) => !baseIds.includes(id)),
              left: baseIds.filter((id) => !known.has(id)),
            })
          : [];
      await record(
        actor,
        moved.map((id) =>
          noted(id, 'reordered', driverId, {
            order_index: [known.get(id)?.order_index ?? null, wanted.indexOf(id)],
          }),
        ),
      );
      return { driverId, taskIds: outcome, changes };
    });
  },
);

/** Moves all tasks of a stop a place up or down, to the top, or to a position, past whole stops. */
export const moveStop = command(
  { summary: 'Moves a stop', may: 'reorderTasks', at: atList, input: MoveStop, answer: ReorderedAnswer },
  async ({ actor, driverId, input: { taskId, direction, position = 1 } }) => {
    if (driverId === null) throw invalid(say('noDriverSelected'));
    await requireRouteOf(actor, driverId);
    return transaction(async () => {
      await lockLists([driverId]);
      const route = await routeOf(driverId);
      const groups = groupByStop(route);
      const from = groups.findIndex((group) => group.some(({ id }) => id === taskId));
      if (from < 0)
        throw changedMeanwhile(
          route.map(({ id }) => id),
          [taskId],
        );
      const last = groups.length - 1;
      const places = { up: Math.max(0, from - 1), down: Math.min(last, from + 1), top: 0 };
      const to = direction ? places[direction] : Math.min(last, position - 1);
      groups.splice(to, 0, ...groups.splice(from, 1));
      return reorderTasks({ actor, driverId, input: { taskIds: groups.flat().map(({ id }) => id) } });
    });
  },
);

export async function requireRouteOf(actor: Actor, driverId: number): Promise<void> {
  authorizeFor(actor, 'reorderTasks', driverId);
  if (!(await User.exists({ id: driverId, ...WHERE_DRIVES }))) throw notFound('Driver');
}

const changedMeanwhile = (taskIds: number[], strangers: number[]) =>
  new DomainError('conflict', say('listChanged'), {
    current: { taskIds },
    tasks: strangers.map((id) => ({ id, error: say('notInRoute') })),
  });

/** Returns the person behind each change, from the events of the tasks. */
async function orderChanges(ids: {
  moved: number[];
  came: number[];
  left: number[];
}): Promise<OrderChange[]> {
  const changed = Object.entries(ids).flatMap(([change, of]) => of.map((id) => ({ id, change })));
  if (changed.length === 0) return [];
  return rows<OrderChange>(
    `select w.id as "taskId", coalesce(t.location, e.location, '') as location, w.change, ${NOTED_NAME} as by
     from jsonb_to_recordset($changed::jsonb) as w(id integer, change text)
     left join tasks t on t.id = w.id
     left join lateral (
       select actor_id, changes, changes -> 'location' ->> 0 as location from task_events
       where task_id = w.id and action not in ('seen', 'located')
         and (w.change <> 'moved' or changes -> 'order_index' is not null)
       order by id desc limit 1
     ) e on true
     left join users u on u.id = e.actor_id
     order by w.id`,
    { changed: JSON.stringify(changed) },
  );
}
