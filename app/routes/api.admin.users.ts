import * as z from 'zod/v4';
import { ManagedUserAnswer } from '~/domain/users/answers';
import { addUser } from '~/domain/users/commands.server';
import { listManagedUsers } from '~/domain/users/managed.server';
import { CreateUser, ListManagedUsers } from '~/domain/users/schema';
import { api, read, write } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'People, with what admins see',
      about: 'Deleted ones too with `deactivated=true`.',
      may: 'manageUsers',
      input: ListManagedUsers,
      answer: z.array(ManagedUserAnswer),
    },
    ({ actor, input }) => listManagedUsers(actor, input),
  ),
  POST: write(
    {
      summary: 'Makes a user',
      about: "An admin takes `ownPassword`, that of the caller; tokens can't make admins.",
      may: 'manageUsers',
      input: CreateUser,
      answer: ManagedUserAnswer,
      status: 201,
    },
    ({ actor, input, context }) => addUser(actor, input, { ip: context.clientIp }),
  ),
});
