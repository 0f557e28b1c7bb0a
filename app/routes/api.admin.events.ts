import { listAdminEvents } from '~/domain/platform/audit/audit.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listAdminEvents });
