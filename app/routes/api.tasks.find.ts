import { findTasks } from '~/domain/views/board/find.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: findTasks });
