import * as z from 'zod/v4';
import { deleteTask, updateTask } from '~/domain/tasks/commands.server';
import { getTask } from '~/domain/tasks/queries.server';
import { UpdateTask } from '~/domain/tasks/schema';
import { api, expectedVersion, pathId, read, write } from '~/http/api.server';

const Nothing = z.strictObject({});

export const { loader, action } = api({
  GET: read(Nothing, ({ actor, params }) => getTask(actor, pathId(params.taskId))),
  PATCH: write(UpdateTask, ({ actor, input, params, request }) =>
    updateTask(actor, pathId(params.taskId), input, { expectedVersion: expectedVersion(request) }),
  ),
  DELETE: write(Nothing, ({ actor, params }) => deleteTask(actor, pathId(params.taskId))),
});
