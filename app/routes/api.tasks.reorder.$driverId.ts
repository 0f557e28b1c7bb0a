import { ReorderedAnswer } from '~/domain/tasks/answers';
import { reorderTasks } from '~/domain/tasks/reorder.server';
import { ReorderTasks } from '~/domain/tasks/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  PUT: write(
    {
      summary: 'Orders the route of a driver',
      about:
        '`taskIds` first, in this order; what it does not name keeps its order behind. With `baseIds`, the order that was rearranged, changes of others since are merged instead of refused; `movedIds` says what was moved in it. `changes` says what others have done, where the outcome is not the order that was asked for.',
      may: 'reorderTasks',
      input: ReorderTasks,
      answer: ReorderedAnswer,
    },
    ({ actor, input, params }) => reorderTasks(actor, pathId(params.driverId), input),
  ),
});
