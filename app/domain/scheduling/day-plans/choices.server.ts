/** Reads the choices that people make before a plan is made. */
import { rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { authorizeAll } from '~/domain/kernel/permissions';
import { openTasks, peopleNow } from './board.server';
import { secondsFor } from './pace.server';

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
  select id, location, invoice_number, driver_id as "driverId" from tasks where id = any($ids::integer[]) and status <> 'going'
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
