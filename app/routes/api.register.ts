import { CurrentUserAnswer } from '~/domain/users/answers';
import { getCurrentUser } from '~/domain/users/queries.server';
import { Register } from '~/domain/users/schema';
import { register } from '~/domain/users/sign-in.server';
import { api, open } from '~/http/api.server';
import { startSession } from '~/http/session.server';

export const { loader, action } = api({
  POST: open(
    {
      summary: 'Registers a driver and signs in',
      about: 'Only where registration is open.',
      may: 'anybody',
      input: Register,
      answer: CurrentUserAnswer,
      status: 201,
      refusals: [409, 429],
    },
    async ({ input, request, context }) => {
      const arrival = await register(input, context.clientIp);
      const cookies = await startSession(request, context, arrival, false);
      return { body: await getCurrentUser(arrival.actor), cookies };
    },
  ),
});
