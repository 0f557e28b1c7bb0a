import { getCurrentUser } from '~/domain/users/queries.server';
import { SignIn } from '~/domain/users/schema';
import { signIn } from '~/domain/users/sign-in.server';
import { api, open } from '~/http/api.server';
import { startSession } from '~/http/session.server';

export const { loader, action } = api({
  POST: open(SignIn, async ({ input, request, context }) => {
    const arrival = await signIn(input, context.clientIp);
    const cookie = await startSession(request, context, arrival, input.rememberMe ?? false);
    return Response.json(await getCurrentUser(arrival.actor), { headers: { 'Set-Cookie': cookie } });
  }),
});
