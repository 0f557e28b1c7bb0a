import { stopPlan } from '~/modules/day-plans/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: stopPlan });
