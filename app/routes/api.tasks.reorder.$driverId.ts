import { reorderTasks } from '~/domain/tasks/ordering/reorder.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ PUT: reorderTasks });
