import { Gone } from '~/domain/answers';
import { NoInput } from '~/domain/schema';
import { deleteUser } from '~/domain/users/access.server';
import { ManagedUserAnswer } from '~/domain/users/answers';
import { getManagedUser } from '~/domain/users/managed.server';
import { api, pathId, read, write } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    { summary: 'One person', may: 'manageUsers', input: NoInput, answer: ManagedUserAnswer },
    ({ actor, params }) => getManagedUser(actor, pathId(params.userId)),
  ),
  DELETE: write(
    {
      summary: 'Deletes a user',
      about: 'Open tasks become unassigned; sessions and tokens end.',
      may: 'manageUsers',
      input: NoInput,
      answer: Gone,
    },
    ({ actor, params }) => deleteUser(actor, pathId(params.userId)),
  ),
});
