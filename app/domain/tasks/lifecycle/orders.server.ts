/** Tasks by the number under which another system, such as that of the parts counter, knows the order. */
import { transaction } from 'db/connection';
import type { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/kernel/actor';
import { command } from '~/domain/kernel/command.server';
import { conflict } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { parseInput } from '~/domain/kernel/parse-input.server';
import { OrderAnswer } from '~/domain/tasks/model/answers';
import { TASK_FIELDS } from '~/domain/tasks/model/fields';
import { atOrder, CreateTask, PutOrder } from '~/domain/tasks/model/schema';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { getTask } from '~/domain/tasks/store/queries.server';
import { createTask, updateTask } from './commands.server';
import { findOrder, lockOrder } from './create-defaults.server';
import { isDone, isUnderWay } from '~/domain/tasks/model/statuses';

export const putOrder = command(
  {
    summary: 'Creates or amends the task of an order that another system has numbered',
    about:
      'The first call makes the task (201), for the first dealership of the caller; later ones change the fields that they contain (200). The same order again changes nothing. While its driver is under way or has completed it, a different one is refused: `changes` has the fields that differ, as [stored, sent]. After the task is archived or deleted, the number makes a new one.',
    may: 'createTask',
    at: atOrder,
    input: PutOrder,
    answer: OrderAnswer,
    creates: ({ created }) => created,
    refusals: [409],
  },
  async ({ actor, reference, input }) => {
    // Addresses are looked up before the order is locked. It is begun again when another call has made or
    // archived the task meanwhile.
    for (;;) {
      const found = await findOrder(actor, reference);
      const taskId = found?.id;
      const write =
        taskId === undefined
          ? await createTask.prepare({
              actor,
              input: parseInput(CreateTask, { ...input, external_ref: reference }),
            })
          : await updateTask.prepare({ actor, taskId, input });
      const task = await transaction(async () => {
        await lockOrder(reference);
        if ((await findOrder(actor, reference))?.id !== taskId) return null;
        return taskId === undefined ? write() : amend(actor, taskId, input, write);
      });
      if (task) return { ...task, created: taskId === undefined };
    }
  },
);

/** Writes only what differs. Returns null when the task is gone. */
async function amend<Written>(actor: Actor, taskId: number, input: PutOrder, write: () => Promise<Written>) {
  const task = (await lockTasks([taskId])).get(taskId);
  if (!task || task.archived) return null;
  const changes = differences(task, input);
  if (Object.keys(changes).length === 0) return getTask({ actor, taskId });
  if (isUnderWay(task) || isDone(task))
    throw conflict(untranslated('orderUnderWay', 'This order is under way and differs from what was sent'), {
      current: await getTask({ actor, taskId }),
      changes,
    });
  return write();
}

/** Returns the fields that were sent with another value: [stored, sent]. Without an account the place names it. */
function differences(task: Task, input: PutOrder): Record<string, [unknown, unknown]> {
  const sent = Object.values(TASK_FIELDS).filter(
    ({ key }) => key in input && !(key === 'account_id' && input.account_id === null),
  );
  return Object.fromEntries(
    sent
      .map(({ key, ...field }): [string, [unknown, unknown]] => {
        const read = 'kind' in field && field.kind === 'instant' ? momentIn : asJson;
        return [key, [read(task.get(key as keyof Task)), read(input[key as keyof PutOrder])]];
      })
      .filter(([, [before, after]]) => JSON.stringify(before) !== JSON.stringify(after)),
  );
}

const asJson = (value: unknown) => value ?? null;
const momentIn = (value: unknown) =>
  typeof value === 'string' || value instanceof Date ? new Date(value).toISOString() : null;
