import { readNotices } from '~/domain/tasks/events/notices.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: readNotices });
