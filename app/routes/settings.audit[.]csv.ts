import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportAdminEvents, listAdminEvents } from '~/domain/platform/audit/audit.server';
import { readAuditQuery } from '~/components/administration/admin-links';
import { csvResponse } from '~/http/downloads.server';
import { requirePage } from '~/http/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listAdminEvents.spec.may);
  const { actorId, act } = readAuditQuery(new URL(request.url).search);
  return csvResponse('audit-log.csv', exportAdminEvents(actor, { actorId, act }));
}
