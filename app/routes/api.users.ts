import * as z from 'zod/v4';
import { ROLES } from '~/domain/actor';
import { listUsers } from '~/domain/users/queries.server';
import { api, read } from '~/http/api.server';

const ListUsers = z.strictObject({
  role: z.enum(ROLES, 'role must be admin, dispatcher or driver').optional(),
});

export const { loader, action } = api({
  GET: read(ListUsers, ({ actor, input }) => listUsers(actor, input)),
});
