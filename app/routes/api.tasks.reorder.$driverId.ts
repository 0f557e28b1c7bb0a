import { reorderTasks } from '~/domain/tasks/reorder.server';
import { ReorderTasks } from '~/domain/tasks/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  PUT: write(ReorderTasks, ({ actor, input, params }) => reorderTasks(actor, pathId(params.driverId), input)),
});
