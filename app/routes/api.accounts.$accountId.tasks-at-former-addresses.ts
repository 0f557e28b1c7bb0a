import { listRedirectable } from '~/domain/tasks/lifecycle/redirect.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listRedirectable });
