import { FoundAnswer } from '~/domain/tasks/answers';
import { findTasks } from '~/domain/tasks/find.server';
import { FindTasks } from '~/domain/tasks/schema';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'Finds tasks, live and archived',
      about: 'By invoice, part, location, address, account or driver; at most 20.',
      may: 'findTasks',
      input: FindTasks,
      answer: FoundAnswer,
    },
    async ({ actor, input }) => await findTasks(actor, input.q),
  ),
});
