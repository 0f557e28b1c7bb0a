import { addUser } from '~/domain/users/commands.server';
import { listManagedUsers } from '~/domain/users/managed.server';
import { CreateUser, ListManagedUsers } from '~/domain/users/schema';
import { api, read, write } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(ListManagedUsers, ({ actor, input }) => listManagedUsers(actor, input)),
  POST: write(CreateUser, ({ actor, input }) => addUser(actor, input), { status: 201 }),
});
