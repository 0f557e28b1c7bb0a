import { UpdatedAnswer } from '~/domain/tasks/answers';
import { undoCompletion } from '~/domain/tasks/completions.server';
import { UndoCompletion } from '~/domain/tasks/schema';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Takes your own completion back',
      about:
        'Of tasks completed together by `batch/status`, within a minute, while nothing else has changed.',
      may: 'changeStatus',
      input: UndoCompletion,
      answer: UpdatedAnswer,
    },
    ({ actor, input }) => undoCompletion(actor, input),
  ),
});
