import { CurrentUserAnswer } from '~/domain/users/answers';
import { updateProfile } from '~/domain/users/profile.server';
import { UpdateProfile } from '~/domain/users/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  PUT: write(
    {
      summary: "Changes a profile: your own, or as an admin anybody's",
      about: 'Any of `name`, `email`, `phone`; null means none.',
      may: 'editProfile',
      input: UpdateProfile,
      answer: CurrentUserAnswer,
    },
    ({ actor, input, params }) => updateProfile(actor, pathId(params.userId), input),
  ),
});
