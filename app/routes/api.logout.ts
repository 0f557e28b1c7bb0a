import * as z from 'zod/v4';
import { api, open } from '~/http/api.server';
import { FORGET_CACHE, endSession } from '~/http/session.server';

export const { loader, action } = api({
  POST: open(
    { summary: 'Logs out', may: 'anybody', input: z.unknown(), answer: z.strictObject({}) },
    async ({ request, context }) => {
      const { cookies } = await endSession(request, context);
      return { body: {}, headers: FORGET_CACHE, cookies };
    },
  ),
});
