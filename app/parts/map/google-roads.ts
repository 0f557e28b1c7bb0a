import { importLibrary } from '@googlemaps/js-api-loader';
import type { LatLng } from '~/domain/routing/coordinates';

/** More stops in one request are refused. */
const MOST_BETWEEN = 25;

/** The way along the roads; null when Google knows none. */
export async function roadPath(points: LatLng[]): Promise<LatLng[] | null> {
  const [origin, ...rest] = points;
  const destination = rest.pop();
  if (!origin || !destination || rest.length > MOST_BETWEEN) return null;
  const { Route } = await importLibrary('routes');
  const { routes } = await Route.computeRoutes({
    origin,
    destination,
    intermediates: rest.map((location) => ({ location })),
    travelMode: 'DRIVING',
    fields: ['path'],
  });
  return routes?.[0]?.path?.map(({ lat, lng }) => ({ lat, lng })) ?? null;
}
