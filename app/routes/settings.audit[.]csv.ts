import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportAdminEvents, listAdminEvents } from '~/domain/administration/queries.server';
import { readAuditQuery } from '~/components/administration/view';
import { csvResponse } from '~/http/downloads.server';
import { requirePage } from '~/http/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listAdminEvents.spec.may);
  const { actorId, act } = readAuditQuery(new URL(request.url).search);
  return csvResponse('audit-log.csv', exportAdminEvents(actor, { actorId, act }));
}
