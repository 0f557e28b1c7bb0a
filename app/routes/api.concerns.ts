import { listConcerns } from '~/domain/tasks/activity/concerns.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listConcerns });
