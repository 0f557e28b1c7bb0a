import { CurrentUserAnswer, SignIn } from '~/domain/network/users/schema';
import { getCurrentUser } from '~/domain/network/users/queries.server';
import { signIn } from '~/domain/network/users/sign-in.server';
import { api, open } from '~/http/api.server';
import { startSession, whereFrom } from '~/http/session.server';

export const { loader, action } = api({
  POST: open(
    {
      summary: 'Signs in',
      about: 'Sets a session cookie. Scripts should use an API token instead.',
      may: 'anybody',
      input: SignIn,
      answer: CurrentUserAnswer,
      refusals: [401, 429],
    },
    async ({ input, request, context }) => {
      const arrival = await signIn(input, whereFrom(request, context));
      const cookies = await startSession(request, context, arrival, input.rememberMe ?? false);
      return { body: await getCurrentUser(arrival), cookies };
    },
  ),
});
