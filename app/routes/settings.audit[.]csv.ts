import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportAdminEvents } from '~/domain/administration/export.server';
import { readAuditQuery } from '~/parts/administration/audit-query';
import { csvResponse } from '~/http/csv.server';
import { requireRole } from '~/http/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'admin');
  const { actorId, act } = readAuditQuery(new URL(request.url).search);
  return csvResponse('audit-log.csv', exportAdminEvents(actor, { actorId, act }));
}
