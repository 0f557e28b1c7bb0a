import { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/actor';
import { notFound } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import { forEachTask } from './all-or-nothing.server';

type Owned = { driver_id: number | null };

/** The task when the actor may see it; otherwise it is as if it did not exist. */
export function own<Found extends Owned>(actor: Actor, task: Found | undefined): Found {
  if (!task || (authorize(actor, 'editTask') === 'own' && task.driver_id !== actor.id))
    throw notFound('Task');
  return task;
}

/** Refuses as a command on this task, or on these, would, before anything is done for it. They are not locked. */
export async function requireOwn(actor: Actor, asked: number | number[]): Promise<void> {
  const taskIds = typeof asked === 'number' ? [asked] : asked;
  const found = await Task.findRows(['id', 'driver_id'], { where: { id: taskIds } });
  const byId = new Map(found.map((task) => [task.id, task]));
  if (typeof asked === 'number') own(actor, byId.get(asked));
  else
    await forEachTask(asked, (id) => {
      own(actor, byId.get(id));
      return Promise.resolve([]);
    });
}
