import { SuggestedAnswer } from '~/domain/routing/answers';
import { OptimizeRoute } from '~/domain/routing/schema';
import { suggestRoute } from '~/domain/routing/suggest.server';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Suggests an order of stops',
      about:
        'Changes nothing. With `returnToDealership` the way back counts; `note` says why roads are not those that the settings promise.',
      may: 'reorderTasks',
      input: OptimizeRoute,
      answer: SuggestedAnswer,
    },
    ({ actor, params, input }) => suggestRoute(actor, pathId(params.driverId), input),
  ),
});
