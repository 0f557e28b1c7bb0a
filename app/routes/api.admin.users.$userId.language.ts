import { api } from '~/http/api.server';
import { getLanguage, setLanguage } from '~/domain/network/users/language.server';

export const { loader, action } = api({ GET: getLanguage, PUT: setLanguage });
