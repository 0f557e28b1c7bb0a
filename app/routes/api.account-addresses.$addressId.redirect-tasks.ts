import { redirectTasks } from '~/domain/tasks/lifecycle/redirect.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: redirectTasks });
