/** One square of the borders of states and counties on the map. The answer for an address never changes. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { linesIn } from '~/domain/views/map/lines.server';
import { requirePage } from '~/http/session.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requirePage(request, 'readBoard');
  const [z, x, y] = [params.z, params.x, params.y].map((value = '') =>
    /^(0|[1-9]\d{0,5})$/.test(value) ? Number(value) : NaN,
  ) as [number, number, number];
  const lines = linesIn(z, x, y);
  if (!lines) return new Response('Not found', { status: 404 });
  return Response.json(lines, { headers: { 'Cache-Control': 'private, max-age=31536000, immutable' } });
}
