import { endRoute } from '~/domain/tasks/lifecycle/batches.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: endRoute });
