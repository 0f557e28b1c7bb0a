import { Gone } from '~/domain/answers';
import { NoInput } from '~/domain/schema';
import { TaskAnswer } from '~/domain/tasks/answers';
import { deleteTask, updateTask } from '~/domain/tasks/commands.server';
import { proofOf } from '~/domain/tasks/proof.server';
import { getTask } from '~/domain/tasks/queries.server';
import { UpdateTask } from '~/domain/tasks/schema';
import { api, expectedVersion, pathId, read, write, writePrepared } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    { summary: 'One task', may: 'readTasks', input: NoInput, answer: TaskAnswer },
    ({ actor, params }) => getTask(actor, pathId(params.taskId)),
  ),
  PATCH: writePrepared(
    {
      summary: 'Changes a task',
      about:
        'Any subset. A driver changes the status of their own, with signature, failure reason and moment.',
      may: 'editTask',
      input: UpdateTask,
      answer: TaskAnswer,
      guarded: true,
    },
    ({ actor, input, params }) => proofOf(actor, pathId(params.taskId), input),
    ({ actor, input, params, request }, proof) =>
      updateTask(actor, pathId(params.taskId), input, { expectedVersion: expectedVersion(request), proof }),
  ),
  DELETE: write(
    { summary: 'Deletes a task', may: 'deleteTask', input: NoInput, answer: Gone, guarded: true },
    ({ actor, params, request }) =>
      deleteTask(actor, pathId(params.taskId), { expectedVersion: expectedVersion(request) }),
  ),
});
