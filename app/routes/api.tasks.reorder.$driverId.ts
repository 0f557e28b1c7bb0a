import { ReorderedAnswer } from '~/domain/tasks/answers';
import { reorderTasks } from '~/domain/tasks/reorder.server';
import { ReorderTasks } from '~/domain/tasks/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  PUT: write(
    {
      summary: 'Orders the route of a driver',
      about:
        '`taskIds` first, in this order; what it does not name keeps its order behind. With `baseIds`, the order that was rearranged, changes of others since are merged instead of refused.',
      may: 'reorderTasks',
      input: ReorderTasks,
      answer: ReorderedAnswer,
    },
    async ({ actor, input, params }) => {
      const { driverId, taskIds } = await reorderTasks(actor, pathId(params.driverId), input);
      return { driverId, taskIds };
    },
  ),
});
