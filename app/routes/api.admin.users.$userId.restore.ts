import { restoreUser } from '~/domain/users/access.server';
import { ManagedUserAnswer } from '~/domain/users/answers';
import { RestoreUser } from '~/domain/users/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Lets a deleted user in again',
      about:
        "`username` when somebody else has the old one. An admin takes `ownPassword`, that of the caller; tokens can't restore admins.",
      may: 'manageUsers',
      input: RestoreUser,
      answer: ManagedUserAnswer,
    },
    ({ actor, input, params, context }) =>
      restoreUser(actor, pathId(params.userId), input, { ip: context.clientIp }),
  ),
});
