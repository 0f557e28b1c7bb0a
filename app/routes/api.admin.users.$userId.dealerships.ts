import { ManagedUserAnswer } from '~/domain/users/answers';
import { changeDealerships } from '~/domain/users/commands.server';
import { ChangeDealerships } from '~/domain/users/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  PUT: write(
    {
      summary: 'Sets the dealerships of a user',
      about: 'The whole list; the first is where routes begin.',
      may: 'manageUsers',
      input: ChangeDealerships,
      answer: ManagedUserAnswer,
    },
    ({ actor, input, params }) => changeDealerships(actor, pathId(params.userId), input),
  ),
});
