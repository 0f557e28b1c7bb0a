/** The actor's own tasks, and batches of them: if one is refused, all are. */
import { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/kernel/actor';
import { DomainError, notFound, type ErrorCode } from '~/domain/kernel/errors';
import { SCOPED_BY, scopeOf, type Action, type Scope } from '~/domain/kernel/permissions';
import type { Entry } from '~/domain/tasks/model/task';

type Owned = Parameters<Scope['covers']>[0];

/** Returns the task. @throws not_found also when the actor may not do this to the task. */
export function requireOwnTask<Found extends Owned>(
  actor: Pick<Actor, 'id' | 'roles'>,
  task: Found | undefined,
  action: Action,
): Found {
  const scope = scopeOf(actor, action);
  if (!task || !scope.covers(task)) throw notFound('Task');
  return task;
}

/** Refuses like a command on these tasks would, before slow work is done for it. The tasks are not locked. */
export async function precheckOwnTasks(actor: Actor, ids: number | number[], action: Action): Promise<void> {
  const taskIds = typeof ids === 'number' ? [ids] : ids;
  const found = await Task.findRows(['id', ...SCOPED_BY], { where: { id: taskIds } });
  const byId = new Map(found.map((task) => [task.id, task]));
  if (typeof ids === 'number') requireOwnTask(actor, byId.get(ids), action);
  else
    await forEachTask(ids, (id) => {
      requireOwnTask(actor, byId.get(id), action);
      return Promise.resolve([]);
    });
}

/** Collects every refusal, so that the answer can name each task that caused one. */
export async function forEachTask(ids: number[], change: (id: number) => Promise<Entry[]>): Promise<Entry[]> {
  const entries: Entry[] = [];
  const refusals: { id: number; error: DomainError }[] = [];
  for (const id of ids) {
    try {
      entries.push(...(await change(id)));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusals.push({ id, error });
    }
  }
  if (refusals.length > 0) throw refusedBatch(refusals);
  return entries;
}

const ERROR_PRIORITY: ErrorCode[] = ['forbidden', 'not_found', 'conflict', 'invalid'];

function refusedBatch(refusals: { id: number; error: DomainError }[]): DomainError {
  const code =
    ERROR_PRIORITY.find((candidate) => refusals.some(({ error }) => error.code === candidate)) ?? 'conflict';
  const [first] = refusals.filter(({ error }) => error.code === code);
  return new DomainError(code, first?.error.message ?? 'Nothing was changed', {
    fields: first?.error.details.fields,
    tasks: refusals.map(({ id, error }) => ({ id, error: error.message })),
  });
}
