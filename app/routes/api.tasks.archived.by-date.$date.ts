import * as z from 'zod/v4';
import { NoInput } from '~/domain/kernel/schema';
import { TasksAnswer } from '~/domain/tasks/model/answers';
import { listArchivedOn } from '~/domain/tasks/store/queries.server';
import { JsonText, api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'The archive of a business day',
      may: 'readArchive',
      path: { date: z.iso.date() },
      input: NoInput,
      answer: TasksAnswer,
    },
    async ({ params }) => new JsonText(await listArchivedOn(params.date ?? '')),
  ),
});
