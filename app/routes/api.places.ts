import { suggestPlaces } from '~/domain/network/accounts/suggest.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: suggestPlaces });
