import { NoQuery } from '~/domain/routing/schema';
import { api, read } from '~/http/api.server';

// The estimate needs nobody: there is always a route to suggest.
export const { loader, action } = api({
  GET: read(NoQuery, () => Promise.resolve({ available: true })),
});
