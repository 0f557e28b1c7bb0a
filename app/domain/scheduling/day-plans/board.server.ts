/** Reads the data of plans: who is on duty, which tasks are open, and where parts are. */
import { rows } from 'db/connection';
import { prepared } from 'db/statement';
import { FAILED, routesNow, tasksOutsideLists } from '~/domain/scheduling/arrivals/routes.server';
import { dutyAt } from '~/domain/network/shifts/duty.server';
import { disambiguateNames } from '~/domain/network/users/names';
import type { BoardNow, Person, TaskFacts } from './draft';
import type { MakePlan } from './schema';
import { DRIVES } from '~/domain/network/users/queries.server';

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
const atPlace = (account: string, place: string) => `lower(trim(${account})) = lower(trim(${place}))`;
// The parts of a transfer are with the driver to whom it was handed over.
const FACTS = prepared(
  `select t.id, t.driver_id as "driverId", t.status = 'hold' as failed, t.version, t.seen_at is not null as seen,
     t.transfer_to_driver_id as "transferTo",
     case when t.type <> 'delivery' then null when t.linked_task_id is not null then t.driver_id else (
       select p.driver_id from tasks p join accounts a on a.id = p.destination_account_id
       where p.type = 'pickup' and p.status = 'completed' and not p.archived and p.completed_at > now() - ${SHIFT}
         and ${atPlace('a.name', 't.location')} and coalesce(t.driver_id, p.driver_id) = p.driver_id
         and not exists (select from tasks d where d.driver_id = p.driver_id and d.type = 'delivery'
           and d.status = 'completed' and ${atPlace('d.location', 't.location')} and d.completed_at > p.completed_at)
       order by p.completed_at desc limit 1) end as "goodsWith"
   from tasks t where t.status in ('pending', 'going') and not t.archived or ${FAILED}`,
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
