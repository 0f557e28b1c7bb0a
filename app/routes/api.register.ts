import { getCurrentUser } from '~/domain/users/queries.server';
import { Register } from '~/domain/users/schema';
import { register } from '~/domain/users/sign-in.server';
import { api, open } from '~/http/api.server';
import { startSession } from '~/http/session.server';

export const { loader, action } = api({
  POST: open(Register, async ({ input, request, context }) => {
    const arrival = await register(input, context.clientIp);
    const cookie = await startSession(request, context, arrival, false);
    return Response.json(await getCurrentUser(arrival.actor), {
      status: 201,
      headers: { 'Set-Cookie': cookie },
    });
  }),
});
