import { SetUp, requireNotSetUp, setUp } from '~/modules/set-up/setup.server';
import { CurrentUserAnswer } from '~/domain/network/users/schema';
import { getCurrentUser } from '~/domain/network/users/queries.server';
import { api, open } from '~/http/api.server';
import { startSession } from '~/http/session.server';

export const { loader, action } = api({
  POST: open(
    {
      summary: 'Sets up an empty installation and signs in',
      about: 'Creates the first admin. Works only while there is none, with the code from the server’s log.',
      may: 'anybody',
      input: SetUp,
      answer: CurrentUserAnswer,
      status: 201,
      refusals: [403, 409, 429],
    },
    async ({ input, request, context }) => {
      const arrival = await setUp(input, context.clientIp);
      const cookies = await startSession(request, context, arrival, false);
      return { body: await getCurrentUser(arrival), cookies };
    },
    requireNotSetUp,
  ),
});
