import { moveTasks } from '~/domain/tasks/lifecycle/move.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: moveTasks });
