import * as z from 'zod/v4';
import { NoInput } from '~/domain/schema';
import { TasksAnswer } from '~/domain/tasks/answers';
import { listArchivedOn } from '~/domain/tasks/queries.server';
import { api, JsonText, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'The archive of a business day',
      may: 'readArchive',
      path: { date: z.iso.date() },
      input: NoInput,
      answer: TasksAnswer,
    },
    async ({ actor, params }) => new JsonText(await listArchivedOn(actor, params.date ?? '')),
  ),
});
