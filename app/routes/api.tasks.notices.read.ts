import { ReadAnswer } from '~/domain/tasks/answers';
import { readNotices } from '~/domain/tasks/notices.server';
import { ReadNotices } from '~/domain/tasks/schema';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Says up to which notice about your own route you have read',
      may: 'readTasks',
      input: ReadNotices,
      answer: ReadAnswer,
    },
    ({ actor, input }) => readNotices(actor, input),
  ),
});
