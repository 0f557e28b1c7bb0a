import { getMessageSettings } from '~/domain/customers/messages/settings.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getMessageSettings });
