/** Stands in for Google's route matrix service, with the same answers and failures. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Point = { lat: number; lng: number };

export type RoutesMode =
  /** Returns seconds, which are also meters, between two points; null for no road. */
  | { kind: 'roads'; between: (from: Point, to: Point) => number | null }
  | { kind: 'says'; status?: number; headers?: Record<string, string>; body: string }
  | { kind: 'silent' };

export type MatrixRequest = { key: string; preference: string; points: number; pairs: number };

export type GoogleRoutes = {
  url: string;
  mode: RoutesMode;
  requests: MatrixRequest[];
  close(): Promise<void>;
};

type Place = { waypoint: { location: { latLng: { latitude: number; longitude: number } } } };
type Question = { origins: Place[]; destinations: Place[]; travelMode: string; routingPreference: string };

const pointOf = ({ waypoint }: Place): Point => ({
  lat: waypoint.location.latLng.latitude,
  lng: waypoint.location.latLng.longitude,
});
const MOST_PAIRS: Record<string, number> = { TRAFFIC_AWARE_OPTIMAL: 100 };
const FIELDS = ['originIndex', 'destinationIndex', 'status', 'condition', 'distanceMeters', 'duration'];

export async function startGoogleRoutes(): Promise<GoogleRoutes> {
  const requests: MatrixRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const say = (status: number, body: string, headers: Record<string, string> = {}) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      const refuse = (code: number, status: string) => say(code, JSON.stringify({ error: { code, status } }));
      const fields = String(request.headers['x-goog-fieldmask']).split(',');
      if (request.method !== 'POST' || request.url !== '/distanceMatrix/v2:computeRouteMatrix')
        return refuse(404, 'NOT_FOUND');
      const asks = JSON.parse(Buffer.concat(chunks).toString()) as Question;
      const pairs = asks.origins.length * asks.destinations.length;
      requests.push({
        key: String(request.headers['x-goog-api-key']),
        preference: asks.routingPreference,
        points: asks.origins.length,
        pairs,
      });
      const { mode } = google;
      if (mode.kind === 'silent') return;
      if (mode.kind === 'says') return say(mode.status ?? 200, mode.body, mode.headers);
      if (asks.travelMode !== 'DRIVE' || FIELDS.some((field) => !fields.includes(field)))
        return refuse(400, 'INVALID_ARGUMENT');
      if (pairs > (MOST_PAIRS[asks.routingPreference] ?? 625)) return refuse(400, 'INVALID_ARGUMENT');
      say(200, JSON.stringify(matrixOf(asks, mode.between)));
    });
  });
  const google: GoogleRoutes = {
    url: '',
    mode: { kind: 'silent' },
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  google.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return google;
}

/** Returns the entries in mixed order and without fields that are zero, as Google does. */
function matrixOf(
  { origins, destinations }: Question,
  between: (from: Point, to: Point) => number | null,
): unknown[] {
  const pairs = origins.flatMap((from, originIndex) =>
    destinations.map((to, destinationIndex) => {
      const indexes = {
        ...(originIndex > 0 && { originIndex }),
        ...(destinationIndex > 0 && { destinationIndex }),
        status: {},
      };
      const seconds = originIndex === destinationIndex ? 0 : between(pointOf(from), pointOf(to));
      return seconds === null
        ? { ...indexes, condition: 'ROUTE_NOT_FOUND' }
        : {
            ...indexes,
            condition: 'ROUTE_EXISTS',
            duration: `${String(seconds)}s`,
            ...(seconds > 0 && { distanceMeters: seconds }),
          };
    }),
  );
  return pairs.reverse();
}
