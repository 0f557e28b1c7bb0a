import { restoreUser } from '~/domain/users/access.server';
import { RestoreUser } from '~/domain/users/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(RestoreUser, ({ actor, input, params }) => restoreUser(actor, pathId(params.userId), input)),
});
