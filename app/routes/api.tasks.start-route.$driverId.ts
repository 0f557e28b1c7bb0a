import { NoInput } from '~/domain/schema';
import { StartedAnswer } from '~/domain/tasks/answers';
import { startNextRoute } from '~/domain/tasks/batches.server';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Starts the next route',
      about: 'While nothing is active; what is completed stays.',
      may: 'endRoute',
      input: NoInput,
      answer: StartedAnswer,
    },
    ({ actor, params }) => startNextRoute(actor, pathId(params.driverId)),
  ),
});
