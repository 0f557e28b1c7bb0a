import { MovedAnswer } from '~/domain/tasks/answers';
import { moveTasks } from '~/domain/tasks/move.server';
import { MoveTasks } from '~/domain/tasks/schema';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Gives tasks to a driver, or to nobody',
      about:
        'All or nothing; they keep their order. With `status: "pending"` they are planned again, also those on hold.',
      may: 'moveTasks',
      input: MoveTasks,
      answer: MovedAnswer,
      refusals: [404],
    },
    ({ actor, input }) => moveTasks(actor, input),
  ),
});
