import { resetPassword } from '~/domain/users/access.server';
import { ResetPassword } from '~/domain/users/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    ResetPassword,
    ({ actor, input, params }) => resetPassword(actor, pathId(params.userId), input),
    { repeated: ({ temporaryPassword, ...user }) => user },
  ),
});
