import { AvailableAnswer } from '~/domain/routing/answers';
import { NoQuery } from '~/domain/routing/schema';
import { isAvailable } from '~/domain/routing/suggest.server';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    { summary: 'Whether routes are suggested', may: 'signed in', input: NoQuery, answer: AvailableAnswer },
    () => Promise.resolve({ available: isAvailable() }),
  ),
});
