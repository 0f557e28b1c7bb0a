import { NoInput } from '~/domain/schema';
import { EndedAnswer } from '~/domain/tasks/answers';
import { endRoute } from '~/domain/tasks/batches.server';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Ends a route',
      about: 'Archives what is completed, and makes the next route pending.',
      may: 'endRoute',
      input: NoInput,
      answer: EndedAnswer,
    },
    ({ actor, params }) => endRoute(actor, pathId(params.driverId)),
  ),
});
