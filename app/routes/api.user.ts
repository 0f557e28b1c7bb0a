import { NoInput } from '~/domain/schema';
import { CurrentUserAnswer } from '~/domain/users/answers';
import { getCurrentUser } from '~/domain/users/queries.server';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    { summary: 'Who is signed in', may: 'signed in', input: NoInput, answer: CurrentUserAnswer },
    ({ actor }) => getCurrentUser(actor),
  ),
});
