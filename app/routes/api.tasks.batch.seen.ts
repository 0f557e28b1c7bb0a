import { SeenAnswer } from '~/domain/tasks/answers';
import { MarkSeen } from '~/domain/tasks/schema';
import { markSeen } from '~/domain/tasks/seen.server';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Says which of your own tasks you have been shown',
      may: 'readTasks',
      input: MarkSeen,
      answer: SeenAnswer,
    },
    ({ actor, input }) => markSeen(actor, input),
  ),
});
