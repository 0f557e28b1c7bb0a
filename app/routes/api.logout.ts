import * as z from 'zod/v4';
import { api, open } from '~/http/api.server';
import { endSession } from '~/http/session.server';

export const { loader, action } = api({
  POST: open(z.unknown(), async ({ request, context }) => {
    const { cookie } = await endSession(request, context);
    return Response.json({}, { headers: { 'Set-Cookie': cookie } });
  }),
});
