/** The way along the roads through the places in the address. The map requests it after the page is shown. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { toLatLng } from '~/domain/geography/coordinates';
import { linesThrough } from '~/domain/geography/roads/drives.server';
import { requirePage } from '~/http/session.server';

const MOST_PLACES = 150;
/** Rounds to about one meter. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

export async function loader({ request }: LoaderFunctionArgs) {
  await requirePage(request, 'readBoard');
  const places = new URL(request.url).searchParams.get('through')?.split(' ') ?? [];
  const points = places.flatMap((place) => {
    const [latitude = '', longitude = ''] = place.split(',');
    return toLatLng(latitude, longitude) ?? [];
  });
  if (points.length < 2 || points.length !== places.length || points.length > MOST_PLACES)
    return new Response('Bad request', { status: 400 });
  const lines = await linesThrough(points);
  if (!lines) return new Response(null, { status: 204 });
  const answer = lines.map((line) => line?.map(({ lat, lng }) => [rounded(lat), rounded(lng)]) ?? null);
  return Response.json(answer, { headers: { 'Cache-Control': 'private, max-age=300' } });
}
