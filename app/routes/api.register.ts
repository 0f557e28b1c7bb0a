import { CurrentUserAnswer, Register } from '~/domain/network/users/schema';
import { getCurrentUser } from '~/domain/network/users/queries.server';
import { register } from '~/domain/network/users/sign-in.server';
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
      return { body: await getCurrentUser(arrival), cookies };
    },
  ),
});
