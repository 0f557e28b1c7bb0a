/** Answers what the map beside the form of a schedule shows. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { getZoneMap } from '~/domain/views/runs/zone-map.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'planRuns');
  const dealership = new URL(request.url).searchParams.get('dealership') ?? '';
  const found = await load(() => getZoneMap(actor, dealership));
  return Response.json(found, { headers: { 'Cache-Control': 'no-store' } });
}
