import { importShifts } from '~/domain/network/shifts/import.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: importShifts });
