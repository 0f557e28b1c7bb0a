/** What the chain of providers asks a source of roads. */
import { createHash } from 'node:crypto';
import * as z from 'zod/v4';
import type { ProviderFail } from '~/domain/platform/outside';
import { reportService } from '~/domain/platform/services.server';
import type { LatLng } from '~/domain/geography/coordinates';

/** Times and distances from some points to others. Row-major; Infinity where there is no road. */
export type Cells = { seconds: Float64Array; metres: Float64Array };
/** The way between two points, as it is drawn. It begins and ends on a road. */
export type Leg = { metres: number; seconds: number; line: LatLng[] };

/** Where a drive begins: of who moves, with the way that they go, in degrees from north. */
export type Origin = LatLng & { heading?: number | null };

export type Answer<Value> = { ok: true; value: Value } | ProviderFail;

export type RoadProvider = {
  id: 'region' | 'osrm' | 'valhalla';
  /** Names the roads as they are: pairs that are remembered under another key belong to other roads. */
  key: string;
  /** Whether each point is on the street map, and connected to it. A point that is not would spoil all others. */
  locate(points: LatLng[]): Promise<Answer<boolean[]>>;
  /** So many points on either side are asked for at once. */
  side: number;
  /** Of located points only, and `side` of them at most. Who moves is on a road that leads that way. */
  matrix(from: Origin[], to: LatLng[]): Promise<Answer<Cells>>;
  /** A leg for each point but the first; of located points only. */
  route(points: LatLng[]): Promise<Answer<Leg[]>>;
};

type Block = { from: Origin[]; to: LatLng[]; cells: Cells };

/**
 * Between any number of points, one block after the other.
 * @param take gets each block as soon as it is answered. @param isNeeded says which blocks are asked for. @returns what failed.
 */
export async function inBlocks(
  { side, matrix }: Pick<RoadProvider, 'side' | 'matrix'>,
  [from, to]: [Origin[], LatLng[]],
  take: (block: Block) => unknown,
  isNeeded: (from: Origin[], to: LatLng[]) => boolean = () => true,
): Promise<ProviderFail | null> {
  for (let row = 0; row < from.length; row += side)
    for (let column = 0; column < to.length; column += side) {
      const [some, others] = [from.slice(row, row + side), to.slice(column, column + side)];
      if (!isNeeded(some, others)) continue;
      const answer = await matrix(some, others);
      if (!answer.ok) return answer;
      await take({ from: some, to: others, cells: answer.value });
    }
  return null;
}

/** Seconds, or a unit of length; farther is no road on this earth. */
const FARTHEST = 1e8;
/** As engines answer them; null where there is no road. */
export const cellRows = z.array(z.array(z.number().min(0).max(FARTHEST).nullable()));

/** The URL itself may hold a password. */
export const keyOf = (id: string, url: string) =>
  `${id} ${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;

export function warnOf(provider: string, reason: ProviderFail): void {
  if ('detail' in reason) reportService(`roads ${provider}`, reason.detail);
}

/** The same source; that it works is noted as well. */
export function reporting(provider: RoadProvider): RoadProvider {
  const noted = async <Value>(pending: Promise<Answer<Value>>): Promise<Answer<Value>> => {
    const answer = await pending;
    if (answer.ok) reportService(`roads ${provider.id}`, null);
    return answer;
  };
  return {
    ...provider,
    locate: (points) => noted(provider.locate(points)),
    matrix: (from, to) => noted(provider.matrix(from, to)),
    route: (points) => noted(provider.route(points)),
  };
}

export const retry = (detail: string): ProviderFail => ({ ok: false, kind: 'retry', detail });

/** @returns null for a table of another size. */
export function cellsOf(
  rows: (number | null)[][],
  from: LatLng[],
  to: LatLng[],
  unit = 1,
): Float64Array | null {
  if (rows.length !== from.length || rows.some((row) => row.length !== to.length)) return null;
  return Float64Array.from(rows.flat(), (cell) => (cell === null ? Infinity : cell * unit));
}

/** Points from an encoded polyline with six decimals. */
export function decodeLine(text: string): LatLng[] {
  const line: LatLng[] = [];
  let [at, lat, lng] = [0, 0, 0];
  const step = () => {
    let [value, shift, part] = [0, 1, 0x20];
    while (part >= 0x20 && at < text.length) {
      part = text.charCodeAt(at) - 63;
      at += 1;
      value += (part & 0x1f) * shift;
      shift *= 32;
    }
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  };
  while (at < text.length) {
    lat += step();
    lng += step();
    line.push({ lat: lat / 1e6, lng: lng / 1e6 });
  }
  return line;
}
