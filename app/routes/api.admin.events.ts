import * as z from 'zod/v4';
import { AdminEventAnswer } from '~/domain/administration/answers';
import { listAdminEvents } from '~/domain/administration/queries.server';
import { ListAdminEvents } from '~/domain/administration/schema';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'The audit log, latest first',
      about: '`before` is the id of the last event of the page before.',
      may: 'readAdminEvents',
      input: ListAdminEvents,
      answer: z.array(AdminEventAnswer),
    },
    ({ actor, input }) => listAdminEvents(actor, input),
  ),
});
