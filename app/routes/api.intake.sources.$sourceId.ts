import { getSource, updateSource } from '~/domain/intake/inbox/sources.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getSource, PATCH: updateSource });
