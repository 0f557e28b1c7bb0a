import { assignTask } from '~/domain/scheduling/candidates/candidates.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: assignTask });
