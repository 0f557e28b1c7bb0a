import { getSharing, saveSharing } from '~/domain/tracking/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getSharing, PUT: saveSharing });
