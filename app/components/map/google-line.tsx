import { importLibrary } from '@googlemaps/js-api-loader';
import { Polyline } from '@vis.gl/react-google-maps';
import { useEffect, useState } from 'react';
import type { LatLng } from '~/domain/routing/coordinates';
import { color } from '~/ui/tokens.css';
import type { Line } from './scene';

const LOOKS = {
  applied: { strokeColor: color.going, strokeWeight: 4 },
  // Google draws dashes as symbols along an invisible line.
  suggested: {
    strokeColor: color.pickup,
    strokeOpacity: 0,
    icons: [{ icon: { path: 'M 0,-1 0,1', strokeOpacity: 1, scale: 3 }, offset: '0', repeat: '16px' }],
  },
};

/** A route along the roads; straight from stop to stop until Google has answered. */
export function GoogleLine({ line: { kind, points } }: { line: Line }) {
  const through = JSON.stringify(points);
  const [road, setRoad] = useState<{ through: string; path: LatLng[] } | null>(null);
  useEffect(() => {
    let left = false;
    roadPath(JSON.parse(through) as LatLng[]).then(
      (path) => {
        if (path && !left) setRoad({ through, path });
      },
      (error: unknown) => {
        window.console.warn('The directions are not available, the route is drawn straight:', error);
      },
    );
    return () => {
      left = true;
    };
  }, [through]);
  const { strokeColor, ...look } = LOOKS[kind];
  return (
    <Polyline
      path={road?.through === through ? road.path : points}
      strokeColor={valueOf(strokeColor)}
      {...look}
    />
  );
}

/** The color of a token: Google's canvas does not resolve CSS variables. */
function valueOf(token: string): string {
  const name = /--[\w-]+/.exec(token)?.[0];
  return name ? getComputedStyle(document.documentElement).getPropertyValue(name).trim() : token;
}

/** Google refuses more stops in one request. */
const MOST_BETWEEN = 25;

/** The path along the roads; null when Google finds none. */
async function roadPath(points: LatLng[]): Promise<LatLng[] | null> {
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
