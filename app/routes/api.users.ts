import * as z from 'zod/v4';
import { ROLES } from '~/domain/actor';
import { PersonAnswer } from '~/domain/users/answers';
import { listUsers } from '~/domain/users/queries.server';
import { api, read } from '~/http/api.server';

const ListUsers = z.strictObject({
  role: z.enum(ROLES, 'role must be admin, dispatcher or driver').optional(),
});

export const { loader, action } = api({
  GET: read(
    { summary: 'People who can sign in', may: 'readUsers', input: ListUsers, answer: z.array(PersonAnswer) },
    ({ actor, input }) => listUsers(actor, input),
  ),
});
