import { applyPlan } from '~/modules/day-plans/apply.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: applyPlan });
