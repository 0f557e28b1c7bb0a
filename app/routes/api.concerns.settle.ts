import { settleConcerns } from '~/domain/tasks/activity/concerns.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: settleConcerns });
