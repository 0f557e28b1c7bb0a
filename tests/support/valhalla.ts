/** Stands in for a Valhalla server, on roads that a test defines. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Place = { lat: number; lon: number; heading?: number };
type Query = { locations?: Place[]; sources?: Place[]; targets?: Place[]; costing: string };

export type Valhalla = {
  url: string;
  /** Returns seconds between two places. A kilometer takes a minute by default. */
  between: (from: Place, to: Place) => number | null;
  /** Returns the distance of a place from the nearest road, and how many crossings that road leads to; null for no road. */
  roadAt: (place: Place) => { distance: number; reach: number } | null;
  /** With true, the server answers only with errors. */
  isDown: boolean;
  /** With true, the server gives no answers. */
  isSilent: boolean;
  /** The number of matrices that are answered before the server fails. */
  failsAfter: number;
  /** The number of pairs, or of places to locate, in each request. */
  requests: { service: string; count: number }[];
  close(): Promise<void>;
};

export async function startValhalla(): Promise<Valhalla> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const say = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      const service = request.url?.replace('/valhalla/', '') ?? '';
      const asks = JSON.parse(Buffer.concat(chunks).toString()) as Query;
      const { locations = [], sources = [], targets = [] } = asks;
      valhalla.requests.push({ service, count: locations.length + sources.length * targets.length });
      if (valhalla.isSilent) return;
      const matrices = valhalla.requests.filter((each) => each.service === 'sources_to_targets').length;
      const hasFailed = service === 'sources_to_targets' && matrices > valhalla.failsAfter;
      if (hasFailed || valhalla.isDown || asks.costing !== 'auto') return say(500, { error: 'down' });
      const isLost = [...locations, ...sources, ...targets].some((place) => valhalla.roadAt(place) === null);
      if (service === 'locate') return say(200, locations.map(located));
      if (isLost) return say(400, { error_code: 171, error: 'No suitable edges near location' });
      if (service === 'route') return say(200, trip(locations));
      if (service !== 'sources_to_targets' || sources.length * targets.length > 2_500)
        return say(400, { error_code: 150 });
      const durations = sources.map((from) => targets.map((to) => valhalla.between(from, to)));
      const distances = durations.map((row) => row.map((cell) => (cell === null ? null : cell / 60)));
      say(200, {
        sources_to_targets: { durations, distances },
        units: 'kilometers',
        algorithm: 'costmatrix',
      });
    });
  });
  const located = (place: Place) => {
    const road = valhalla.roadAt(place);
    const edge = road && { distance: road.distance, outbound_reach: road.reach, inbound_reach: road.reach };
    return { input_lat: place.lat, input_lon: place.lon, edges: edge && [edge] };
  };
  const trip = (places: Place[]) => ({
    trip: {
      legs: places.slice(1).map((to, i) => {
        const from = places[i] ?? to;
        const time = valhalla.between(from, to) ?? 0;
        // The way goes along the street to the east, then to the north. Places are 40 m beside their street.
        const [lon, lat] = [to.lon + 0.0005, from.lat];
        const shape = encoded([
          { lat, lon: from.lon + 0.0005 },
          { lat, lon },
          { lat: to.lat, lon },
        ]);
        return { summary: { time, length: time / 60 }, shape };
      }),
    },
  });
  const valhalla: Valhalla = {
    url: '',
    between: () => 60,
    roadAt: () => ({ distance: 5, reach: 50 }),
    isDown: false,
    isSilent: false,
    failsAfter: Infinity,
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  valhalla.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/valhalla/`;
  return valhalla;
}

/** Encodes a polyline with six decimals, in which each step is relative to the point before it. */
function encoded(points: Place[]): string {
  const whole = points.flatMap(({ lat, lon }) => [Math.round(lat * 1e6), Math.round(lon * 1e6)]);
  return whole.map((value, i) => number(value - (whole[i - 2] ?? 0))).join('');
}

function number(step: number): string {
  let [left, text] = [step < 0 ? -2 * step - 1 : 2 * step, ''];
  for (; left >= 32; left = Math.floor(left / 32)) text += String.fromCharCode((left % 32) + 32 + 63);
  return text + String.fromCharCode(left + 63);
}
