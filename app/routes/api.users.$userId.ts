import { updateProfile } from '~/domain/users/profile.server';
import { UpdateProfile } from '~/domain/users/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  PUT: write(UpdateProfile, ({ actor, input, params }) => updateProfile(actor, pathId(params.userId), input)),
});
