import { changeRoles } from '~/domain/users/access.server';
import { ManagedUserAnswer } from '~/domain/users/answers';
import { ChangeRoles } from '~/domain/users/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  PATCH: write(
    {
      summary: 'Sets the roles of a user',
      about:
        "The whole list. Other roles end the sessions of the user. Making an admin takes `ownPassword`, that of the caller; tokens can't change admins.",
      may: 'manageUsers',
      input: ChangeRoles,
      answer: ManagedUserAnswer,
    },
    ({ actor, input, params, context }) =>
      changeRoles(actor, pathId(params.userId), input, { ip: context.clientIp }),
  ),
});
