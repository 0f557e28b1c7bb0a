/** Suggests plans that could help now. Nothing is planned or applied before a person asks for it. */
import { rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { lateNow } from '~/domain/scheduling/arrivals/all-drivers.server';
import { authorizeAll } from '~/domain/kernel/permissions';
import { openTasks, peopleNow } from './board.server';

export type Suggestion = {
  kind: 'off-duty' | 'failed' | 'late' | 'urgent';
  /** The driver who is off duty. */
  driver: { id: number; name: string } | null;
  taskIds: number[];
};

const URGENT = `select id from tasks where driver_id is null and priority = 'urgent' and status = 'pending' and not archived
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
