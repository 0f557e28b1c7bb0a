import { deleteTask, updateTask } from '~/domain/tasks/lifecycle/commands.server';
import { getTask } from '~/domain/tasks/store/queries.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getTask, PATCH: updateTask, DELETE: deleteTask });
