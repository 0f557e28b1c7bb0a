/** Stands in for OSRM's table service, with the same answers and failures. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Point = { lat: number; lng: number };
type Table = (number | null)[][];

export type OsrmMode =
  /** Returns seconds, which are also meters, between two points; null for no road. */
  | { kind: 'roads'; between: (from: Point, to: Point) => number | null }
  | { kind: 'says'; status?: number; body: string }
  | { kind: 'silent' };

export type Osrm = { url: string; mode: OsrmMode; requests: string[]; close(): Promise<void> };

export async function startOsrm(): Promise<Osrm> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    requests.push(url.pathname + url.search);
    const { mode } = osrm;
    if (mode.kind === 'silent') return;
    const json = { 'content-type': 'application/json' };
    if (mode.kind === 'says') {
      response.writeHead(mode.status ?? 200, json).end(mode.body);
      return;
    }
    const path = /^\/osrm\/table\/v1\/driving\/([-\d.,;]+)$/.exec(url.pathname)?.[1];
    if (!path || url.searchParams.get('annotations') !== 'duration,distance') {
      response.writeHead(400, json).end('{"code":"InvalidUrl"}');
      return;
    }
    const points = path.split(';').map((pair): Point => {
      const [lng = 0, lat = 0] = pair.split(',').map(Number);
      return { lat, lng };
    });
    const chosen = (name: string) =>
      url.searchParams
        .get(name)
        ?.split(';')
        .flatMap((number) => points[Number(number)] ?? []) ?? points;
    const [sources, destinations] = [chosen('sources'), chosen('destinations')];
    const isSame = (one: Point, other: Point) => one.lat === other.lat && one.lng === other.lng;
    const durations: Table = sources.map((from) =>
      destinations.map((to) => (isSame(from, to) ? 0 : mode.between(from, to))),
    );
    response.writeHead(200, json).end(JSON.stringify({ code: 'Ok', durations, distances: durations }));
  });
  const osrm: Osrm = {
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
  osrm.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/osrm/`;
  return osrm;
}
