import { NoQuery } from '~/domain/routing/schema';
import { isAvailable } from '~/domain/routing/suggest.server';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(NoQuery, () => Promise.resolve({ available: isAvailable() })),
});
