import { changeRoles } from '~/domain/users/access.server';
import { ManagedUserAnswer } from '~/domain/users/answers';
import { ChangeRoles } from '~/domain/users/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  PATCH: write(
    {
      summary: 'Sets the roles of a user',
      about: 'The whole list. Other roles end the sessions of the user.',
      may: 'manageUsers',
      input: ChangeRoles,
      answer: ManagedUserAnswer,
    },
    ({ actor, input, params }) => changeRoles(actor, pathId(params.userId), input),
  ),
});
