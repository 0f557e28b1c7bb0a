import { markSeen } from '~/domain/tasks/lifecycle/seen.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: markSeen });
