import { reorderTasks } from '~/domain/tasks/reorder.server';
import { ReorderTasks } from '~/domain/tasks/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  PUT: write(ReorderTasks, async ({ actor, input, params }) => {
    const { driverId, taskIds } = await reorderTasks(actor, pathId(params.driverId), input);
    return { driverId, taskIds };
  }),
});
