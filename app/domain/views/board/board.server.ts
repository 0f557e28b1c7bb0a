/**
 * Reads the dispatcher's board and the driver's list. The version is read first, so that later changes get
 * another version.
 */
import { row } from 'db/connection';
import { prepared } from 'db/statement';
import type { Actor } from '~/domain/kernel/actor';
import { notFound } from '~/domain/kernel/errors';
import { listArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { authorize, authorizeAll, scopeOf } from '~/domain/kernel/permissions';
import type { DriverMark } from '~/domain/network/users/driver-marks';
import { readDriverMarks } from '~/domain/network/users/driver-marks.server';
import { DRIVES } from '~/domain/network/users/queries.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { CONCERN_KINDS } from '~/domain/tasks/model/concerns';
import type { TaskCard } from '~/domain/tasks/model/task';
import { listTasksVersion, PLACE_OF_TASK } from '~/domain/tasks/store/queries.server';
import { businessToday } from '~/domain/network/settings/business-time.server';
import {
  AT_RISK_MINUTES,
  type Board,
  type BoardChanges,
  type Driver,
  type TaskAttentionKind,
  type TaskList,
} from './board';
import { cardsWhere } from './cards.server';
import { ARCHIVED_TODAY, ATTENTION, boardAt, boardHistory, changesAt, MOST_DUES } from './lists.server';
import { isDone, isOpen, isUnderWay } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';
import { isWaiting } from '~/domain/tasks/model/office-statuses';

/** Returns the number of the actor's own stops. Tasks at one place are one stop, as in `placeKey`. */
export async function countStopsArchivedToday(actor: Actor): Promise<number> {
  authorize(actor, 'driveRoute');
  const found = await row<{ count: number }>(
    prepared(
      `select count(distinct ${PLACE_OF_TASK})::integer as count
       from tasks t where t.driver_id = $driverId and ${ARCHIVED_TODAY}`,
    ),
    { driverId: actor.id, zone: businessZone() },
  );
  return found?.count ?? 0;
}

/** Equal for people who see the same board. */
export const boardKey = (actor: Actor) => scopeOf(actor, 'readBoard').key;

export async function boardVersion(actor: Actor): Promise<number> {
  authorizeAll(actor, 'readBoard');
  return listTasksVersion(actor, {});
}

/** @param version the present one, if it has just been read. */
export async function getBoard(actor: Actor, version?: number): Promise<Board> {
  authorizeAll(actor, 'readBoard');
  return boardAt(version ?? (await boardVersion(actor)));
}

/**
 * Returns the history from which `boardSince` knows what has changed since then, or null.
 * @param version the present one.
 */
export async function historySince(actor: Actor, version: number, since: number): Promise<number | null> {
  authorizeAll(actor, 'readBoard');
  return boardHistory(version, since);
}

/** Returns the changes since the reader's version, or the whole board when that version is no longer known. */
export async function boardSince(
  actor: Actor,
  since: number,
  version?: number,
): Promise<BoardChanges | Board> {
  authorizeAll(actor, 'readBoard');
  return changesAt(version ?? (await boardVersion(actor)), since);
}

/**
 * Returns the tasks of a driver that are not archived, or with null the unassigned ones: first those under
 * way, then in order, then by urgency.
 */
export async function listTaskCards(actor: Actor, driverId: number | null): Promise<TaskList> {
  if (authorize(actor, 'readTasks') === 'own' && driverId !== actor.id) throw notFound('Driver');
  const liveVersion = await listTasksVersion(actor, {});
  const tasks = await cardsWhere(
    `where not t.archived and t.driver_id is not distinct from $driverId::integer
     order by ${statusIs(isUnderWay)} desc, coalesce(t.order_index, 999), t.completed_at desc,
       t.priority = 'urgent' desc, t.id`,
    { driverId },
  );
  return { tasks, liveVersion };
}

/** Returns the driver for the head of a list. */
export async function getDriver(actor: Actor, driverId: number): Promise<Driver> {
  if (authorize(actor, 'readTasks') === 'own' && driverId !== actor.id) throw notFound('Driver');
  const [driver, marks] = await Promise.all([
    row<Omit<Driver, keyof DriverMark>>(
      prepared(
        `select u.id, u.name, u.username, u.phone, u.dealerships, u.is_new as "isNew", d.fullname as "dealershipName"
         from users u left join dealership_locations d on d.name = u.dealerships[1]
         where u.id = $driverId and ${DRIVES}`,
      ),
      { driverId },
    ),
    readDriverMarks(),
  ]);
  const mark = marks.get(driverId);
  if (!driver || !mark) throw notFound('Driver');
  return { ...driver, ...mark };
}

const IS_OPEN = `not t.archived and ${statusIs(isOpen)}`;

const WHERE: Record<TaskAttentionKind, string> = {
  ...ATTENTION,
  'at-risk': `t.need_by <= now() + interval '${String(AT_RISK_MINUTES)} minutes' and ${statusIs(isWaiting)}`,
  late: 't.id = any($late::integer[])',
};

/** These stay until somebody settles them, whatever happens to the task. */
const isConcern = (kind: TaskAttentionKind) => CONCERN_KINDS.some((each) => each === kind);

/**
 * Returns the tasks that need attention for this reason: need-by first, then urgent, then the oldest. At most
 * 200.
 */
export async function listAttention(actor: Actor, kind: TaskAttentionKind): Promise<TaskList> {
  authorizeAll(actor, 'readBoard');
  const liveVersion = await listTasksVersion(actor, {});
  const late =
    kind === 'late' ? { late: (await listArrivals({ actor, input: {} })).flatMap((each) => each.late) } : {};
  const tasks = await cardsWhere(
    `where ${isConcern(kind) ? '' : `${IS_OPEN} and `}${WHERE[kind]}
     order by t.need_by nulls last, coalesce(t.deliver_by, t.promised_to) nulls last, t.priority = 'urgent' desc, t.created_at, t.id limit ${String(MOST_DUES)}`,
    late,
  );
  return { tasks, liveVersion };
}

/** Reads a driver's work for a sheet of paper. */

type RunSheet = {
  driver: Driver | null;
  /** yyyy-mm-dd */ day: string;
  zone: string;
  tasks: TaskCard[];
};

/**
 * Returns a driver's open tasks, or with null those without a driver: first those under way, then in order.
 * @param withCompleted also returns tasks that were completed on this business day, archived or not.
 * @throws not_found when the user is not a driver.
 */
export async function getRunSheet(
  actor: Actor,
  driverId: number | null,
  withCompleted: boolean,
): Promise<RunSheet> {
  authorizeAll(actor, 'readBoard');
  const driver = driverId === null ? null : await getDriver(actor, driverId);
  const day = businessToday();
  const zone = businessZone();
  const tasks = await cardsWhere(
    `where t.driver_id is not distinct from $driverId::integer and (
       (not t.archived and ${statusIs(isOpen)})
       or ($withCompleted::boolean and ${statusIs(isDone)}
         and t.completed_at >= $day::date::timestamp at time zone $zone
         and t.completed_at < ($day::date + 1)::timestamp at time zone $zone))
     order by ${statusIs(isUnderWay)} desc, coalesce(t.order_index, 999), t.completed_at, t.id`,
    { driverId, withCompleted, day, zone },
  );
  return { driver, day, zone, tasks };
}
