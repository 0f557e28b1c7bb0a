import { CurrentUserAnswer } from '~/domain/users/answers';
import { getCurrentUser } from '~/domain/users/queries.server';
import { SignIn } from '~/domain/users/schema';
import { signIn } from '~/domain/users/sign-in.server';
import { api, open } from '~/http/api.server';
import { startSession } from '~/http/session.server';

export const { loader, action } = api({
  POST: open(
    {
      summary: 'Signs in',
      about: 'Answers with a cookie. Scripts had better use an API token.',
      may: 'anybody',
      input: SignIn,
      answer: CurrentUserAnswer,
      refusals: [401, 429],
    },
    async ({ input, request, context }) => {
      const arrival = await signIn(input, context.clientIp);
      const cookies = await startSession(request, context, arrival, input.rememberMe ?? false);
      return { body: await getCurrentUser(arrival.actor), cookies };
    },
  ),
});
