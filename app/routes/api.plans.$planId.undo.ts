import { undoPlan } from '~/modules/day-plans/undo.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: undoPlan });
