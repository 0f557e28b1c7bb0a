import { resetPassword } from '~/domain/users/access.server';
import { ResetAnswer } from '~/domain/users/answers';
import { ResetPassword } from '~/domain/users/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Resets a password',
      about: 'Without `password`, a temporary one is made and said this once.',
      may: 'manageUsers',
      input: ResetPassword,
      answer: ResetAnswer,
    },
    ({ actor, input, params }) => resetPassword(actor, pathId(params.userId), input),
    { repeated: ({ temporaryPassword, ...user }) => user },
  ),
});
