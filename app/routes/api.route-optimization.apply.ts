import { ApplyRoute } from '~/domain/routing/schema';
import { RouteAnswer } from '~/domain/tasks/answers';
import { applyRoute } from '~/domain/routing/suggest.server';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Puts a suggested order into effect',
      about: '409 when the tasks have changed since.',
      may: 'reorderTasks',
      input: ApplyRoute,
      answer: RouteAnswer,
      refusals: [404],
    },
    ({ actor, input }) => applyRoute(actor, input),
  ),
});
