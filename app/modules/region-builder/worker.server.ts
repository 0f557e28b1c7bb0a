/**
 * The process that builds a region: a bundle of its own, build/region-worker.js. It may use much memory, and
 * a file that makes a library crash ends only this process.
 */
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { valhallaConfig } from '~/domain/geography/region/valhalla-config';
import { type Made, makeInventedTiles, makeStreetTiles, type TilesInput } from './street-tiles.server';
import type { Box } from './osm-file.server';

/** Asks freshly built road tiles for a route, to check them before they are used. */

type RoadProbe = {
  /** The folder of Valhalla's package. */
  valhalla: string;
  tileDir: string;
  box: Box;
};
type Place = { lat: number; lon: number };
type Located = { edges: { correlated_lat: number; correlated_lon: number }[] | null };
type Actor = { locate(query: object): Promise<Located[]>; route(query: object): Promise<unknown> };

const GRID = 7;
const MOST_TRIES = 40;

/** @throws Error when no two places of the region are connected. */
async function probeRoads({ valhalla, tileDir, box }: RoadProbe): Promise<void> {
  const { Actor } = createRequire(import.meta.url)(valhalla) as { Actor: new (config: string) => Actor };
  const actor = new Actor(JSON.stringify(valhallaConfig(tileDir)));
  const located = await actor.locate({ locations: placesIn(box), costing: 'auto', verbose: false });
  const places = located.flatMap(({ edges }): Place[] => {
    const [edge] = edges ?? [];
    return edge ? [{ lat: edge.correlated_lat, lon: edge.correlated_lon }] : [];
  });
  const pairs = places.flatMap((from, i) => places.slice(i + 1).map((to) => [from, to]));
  for (const locations of pairs.slice(0, MOST_TRIES)) {
    const query = { locations, costing: 'auto', directions_type: 'none' };
    const isConnected = await actor.route(query).then(
      () => true,
      () => false,
    );
    if (isConnected) return;
  }
  throw new Error('the road tiles do not connect any two places');
}

/** Returns places spread over the box, none of them on its edge. */
function placesIn([west, south, east, north]: Box): Place[] {
  const share = (i: number) => (i + 0.5) / GRID;
  return Array.from({ length: GRID * GRID }, (_, i) => ({
    lat: south + share(Math.floor(i / GRID)) * (north - south),
    lon: west + share(i % GRID) * (east - west),
  }));
}

export type Work =
  | { kind: 'tiles'; input: TilesInput }
  | { kind: 'invented'; input: { to: string } }
  | { kind: 'roads'; input: RoadProbe };
export type Report =
  | { kind: 'progress'; stage: string; share: number }
  | { kind: 'made'; made: Made | null }
  | { kind: 'failed'; why: string };

const PROGRESS_MS = 500;
let reportedAt = 0;

const tell = (report: Report) => process.send?.(report);

function progress(stage: string, share: number): void {
  if (share > 0 && Date.now() - reportedAt < PROGRESS_MS) return;
  reportedAt = Date.now();
  tell({ kind: 'progress', stage, share });
}

async function run(work: Work): Promise<Made | null> {
  if (work.kind === 'tiles') return makeStreetTiles(work.input, progress);
  if (work.kind === 'invented') {
    // Nobody waits for it, and the application has just begun to answer.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    return makeInventedTiles(work.input.to, progress);
  }
  await probeRoads(work.input);
  return null;
}

process.on('message', (work: Work) => {
  run(work).then(
    (made) => tell({ kind: 'made', made }),
    (error: unknown) => tell({ kind: 'failed', why: error instanceof Error ? error.message : String(error) }),
  );
});
// The parent process has ended.
process.on('disconnect', () => process.exit());
