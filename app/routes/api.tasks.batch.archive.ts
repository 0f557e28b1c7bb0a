import { ArchivedAnswer } from '~/domain/tasks/answers';
import { archiveTasks } from '~/domain/tasks/batches.server';
import { ArchiveTasks } from '~/domain/tasks/schema';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Archives completed tasks',
      about: 'All or nothing.',
      may: 'archiveTasks',
      input: ArchiveTasks,
      answer: ArchivedAnswer,
      refusals: [404],
    },
    ({ actor, input }) => archiveTasks(actor, input),
  ),
});
