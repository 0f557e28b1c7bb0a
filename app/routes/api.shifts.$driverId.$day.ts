import { removeShift, saveShift } from '~/domain/network/shifts/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ PUT: saveShift, DELETE: removeShift });
