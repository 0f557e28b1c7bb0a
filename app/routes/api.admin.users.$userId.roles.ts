import { changeRoles } from '~/domain/users/access.server';
import { ChangeRoles } from '~/domain/users/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  PATCH: write(ChangeRoles, ({ actor, input, params }) => changeRoles(actor, pathId(params.userId), input)),
});
