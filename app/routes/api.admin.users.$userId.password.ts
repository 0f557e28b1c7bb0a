import { resetPassword } from '~/domain/users/reset-password.server';
import { ResetAnswer } from '~/domain/users/answers';
import { ResetPassword } from '~/domain/users/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Resets a password',
      about:
        'Without `password`, a temporary one is made and said this once. Not for tokens, nor for oneself; an admin takes `ownPassword`, that of the caller.',
      may: 'manageUsers',
      input: ResetPassword,
      answer: ResetAnswer,
    },
    ({ actor, input, params, context }) =>
      resetPassword(actor, pathId(params.userId), input, { ip: context.clientIp }),
    { repeated: ({ temporaryPassword, ...user }) => user },
  ),
});
