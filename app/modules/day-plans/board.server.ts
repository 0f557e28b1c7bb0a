/** Reads the data of plans: who is on duty, which tasks are open, and where parts are. */
import { execute, row, rows } from 'db/connection';
import { prepared } from 'db/statement';
import { routesNow, tasksOutsideLists, TO_PLAN_AGAIN } from '~/domain/scheduling/arrivals/routes.server';
import { dutyAt } from '~/domain/network/shifts/duty.server';
import { disambiguateNames, DRIVES } from '~/domain/network/users/queries.server';
import type { Actor } from '~/domain/kernel/actor';
import { authorizeAll } from '~/domain/kernel/permissions';
import { lateNow } from '~/domain/scheduling/arrivals/arrivals.server';
import type { BoardNow, Person, TaskFacts } from './draft';
import type { MakePlan } from './schema';
import { expectedSeconds, paceAfter, type Searched } from './searches';
import { isAhead, isDone, isHeld, isInRoute, isUnderWay } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

type StoredPerson = Pick<Person, 'driverId' | 'name' | 'capacity' | 'skills'> & { username: string };

const PEOPLE = prepared(
  `select u.id as "driverId", u.name, u.username, u.capacity, array(select lower(unnest(u.skills))) as skills
   from users u where ${DRIVES} order by u.id`,
);

const NO_SHIFT = {
  shiftVersion: null,
  from: null,
  until: null,
  breakFrom: null,
  breakMinutes: 0,
  startAt: null,
  endAt: null,
};

/** Reads all drivers, with their shift of today or now, and the ids of those who work today. */
export async function peopleNow(now = new Date()): Promise<{ people: Person[]; onDuty: number[] }> {
  const [found, dutyOf] = await Promise.all([rows<StoredPerson>(PEOPLE), dutyAt(now)]);
  const names = disambiguateNames(found.map(({ driverId: id, name, username }) => ({ id, name, username })));
  const people = found.map(({ username, ...person }, index) => ({
    ...person,
    name: names[index]?.name ?? username,
    ...(dutyOf(person.driverId).shift ?? NO_SHIFT),
  }));
  const ids = people.map(({ driverId }) => driverId);
  return { people, onDuty: ids.filter((id) => dutyOf(id).worksToday) };
}

/** Parts that were picked up within this time may still be in the vehicle. */
const SHIFT = "interval '12 hours'";
// The parts of a transfer are with the driver to whom it was handed over.
const FACTS = prepared(
  `select t.id, t.driver_id as "driverId", ${statusIs(isHeld)} as failed, t.version, t.seen_at is not null as seen,
     t.transfer_to_driver_id as "transferTo",
     case when t.type <> 'delivery' then null when t.linked_task_id is not null then t.driver_id else (
       select p.driver_id from tasks p
       where p.type = 'pickup' and ${statusIs(isDone, 'p.status')} and not p.archived and p.completed_at > now() - ${SHIFT}
         and p.account_id = t.account_id and coalesce(t.driver_id, p.driver_id) = p.driver_id
         and not exists (select from tasks d where d.driver_id = p.driver_id and d.type = 'delivery'
           and ${statusIs(isDone, 'd.status')} and d.account_id = t.account_id and d.completed_at > p.completed_at)
       order by p.completed_at desc limit 1) end as "goodsWith"
   from tasks t where ${statusIs(isInRoute)} and not t.archived or ${TO_PLAN_AGAIN}`,
);

type OpenTask = TaskFacts & { id: number; driverId: number | null };

/**
 * Reads every pending and going task, and those that could not be completed, which are planned only when they
 * are chosen.
 */
export async function openTasks(): Promise<{ open: OpenTask[]; failed: OpenTask[] }> {
  const found = await rows<OpenTask & { failed: boolean }>(FACTS);
  return { open: found.filter(({ failed }) => !failed), failed: found.filter(({ failed }) => failed) };
}

export async function boardNow({ driverIds, taskIds }: MakePlan): Promise<BoardNow> {
  const [{ people, onDuty }, routes, { open, failed }] = await Promise.all([
    peopleNow(),
    routesNow(null),
    openTasks(),
  ]);
  const wanted = new Set(driverIds ?? onDuty);
  const planned = people.filter(({ driverId }) => wanted.has(driverId));
  const byDriver = new Map(routes.map((route) => [route.driverId, route]));
  const there = planned.filter(({ driverId }) => byDriver.has(driverId));
  return {
    people: there,
    routes: there.flatMap(({ driverId }) => byDriver.get(driverId) ?? []),
    outsideLists: await tasksOutsideLists(there.map(({ driverId }) => driverId)),
    facts: new Map([...open, ...failed].map(({ id, ...fact }) => [id, fact])),
    chosen: taskIds ? new Set(taskIds) : null,
  };
}

/** Remembers how fast plans are searched on this machine. */

/** SQL: the time of searches here, as a multiple of `usualSeconds`; null before the first. */
export const PACE = "(select (value ->> 'pace')::double precision from settings where name = 'plans')";

async function secondsFor(tasks: number, drivers: number): Promise<number> {
  return expectedSeconds(tasks, drivers, await paceNow());
}

/** Plans are made one at a time, so no other process writes the pace meanwhile. */
export async function rememberPace({ seconds, usual }: Searched): Promise<void> {
  await execute(
    `insert into settings as s (name, value) values ('plans', jsonb_build_object('pace', $pace::double precision))
     on conflict (name) do update set value = s.value || excluded.value, updated_at = now()`,
    { pace: paceAfter(await paceNow(), seconds / usual) },
  );
}

async function paceNow(): Promise<number | null> {
  const found = await row<{ pace: number | null }>(`select ${PACE} as pace`);
  return found?.pace ?? null;
}

/** Reads the choices that people make before a plan is made. */

type Chosen = {
  /** The driver whose tasks the others shall take. */
  give: number | null;
  /** The chosen tasks; null for all. */
  taskIds: number[] | null;
  /** The chosen drivers; null for all on duty. */
  driverIds: number[] | null;
};
type Named = { id: number; location: string; invoice_number: string | null; driverId: number | null };

/** Grouped as on the board: unassigned first, then by driver. */
type Group = { driver: { id: number; name: string } | null; tasks: Omit<Named, 'driverId'>[] };

const TASKS = `
  select id, location, invoice_number, driver_id as "driverId" from tasks where id = any($ids::integer[]) and not ${statusIs(isUnderWay, 'status')}
  order by order_index nulls first, id`;

export async function planChoices(actor: Actor, { give, taskIds, driverIds }: Chosen) {
  authorizeAll(actor, 'moveTasks');
  const [{ people, onDuty }, { open, failed }] = await Promise.all([peopleNow(), openTasks()]);
  const working = new Set(onDuty);
  const theirs = open.filter(({ driverId }) => give === null || driverId === give);
  const wanted = give === null && taskIds ? new Set(taskIds) : null;
  const chosen = wanted ? [...open, ...failed].filter(({ id }) => wanted.has(id)) : theirs;
  const isPlanned = (driverId: number | null) => driverId === null || working.has(driverId);
  const planned = wanted ? chosen : chosen.filter(({ driverId }) => give !== null || isPlanned(driverId));
  const tasks = await rows<Named>(TASKS, { ids: chosen.map(({ id }) => id) });
  const named = [null, ...people.map(({ driverId: id, name }) => ({ id, name }))];
  return {
    drivers: people
      .filter(({ driverId }) => driverId !== give)
      .map(({ driverId, name, from, until }) => ({
        id: driverId,
        name,
        shift: from === null || until === null ? null : { from: iso(from), until: iso(until) },
        isOnDuty: working.has(driverId),
        isChosen: driverIds?.includes(driverId) ?? working.has(driverId),
        openTasks: open.filter((task) => task.driverId === driverId).length,
      })),
    giver: people.find(({ driverId }) => driverId === give) ?? null,
    /**
     * Whether tasks were chosen before. If not, all tasks that are unassigned or with the chosen drivers are
     * planned.
     */
    isChosen: give !== null || wanted !== null,
    unassigned: open.filter(({ driverId }) => driverId === null).length,
    seconds: await secondsFor(planned.length, onDuty.length),
    groups: named.flatMap((driver): Group[] => {
      const own = tasks.filter(({ driverId }) => driverId === (driver?.id ?? null));
      return own.length > 0 ? [{ driver, tasks: own.map(({ driverId: _, ...task }) => task) }] : [];
    }),
  };
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Suggests plans that could help now. Nothing is planned or applied before a person asks for it. */

export type Suggestion = {
  kind: 'off-duty' | 'failed' | 'late' | 'urgent';
  /** The driver who is off duty. */
  driver: { id: number; name: string } | null;
  taskIds: number[];
};

const URGENT = `select id from tasks where driver_id is null and priority = 'urgent' and ${statusIs(isAhead, 'status')} and not archived
  order by id`;

export async function planSuggestions(actor: Actor): Promise<Suggestion[]> {
  authorizeAll(actor, 'moveTasks');
  const [{ people, onDuty }, { open, failed }, late, urgent] = await Promise.all([
    peopleNow(),
    openTasks(),
    lateNow(),
    rows<{ id: number }>(URGENT),
  ]);
  const working = new Set(onDuty);
  const offDuty = people
    .filter(({ driverId }) => !working.has(driverId))
    .map(({ driverId: id, name }): Suggestion => {
      const taskIds = open.filter(({ driverId }) => driverId === id).map((task) => task.id);
      return { kind: 'off-duty', driver: { id, name }, taskIds };
    });
  const all: Suggestion[] = [
    ...offDuty,
    { kind: 'failed', driver: null, taskIds: failed.map(({ id }) => id) },
    { kind: 'late', driver: null, taskIds: late },
    { kind: 'urgent', driver: null, taskIds: urgent.map(({ id }) => id) },
  ];
  return all.filter(({ taskIds }) => taskIds.length > 0);
}
