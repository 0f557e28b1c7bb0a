/** The interface of a source of roads in the chain of providers. */
import { createHash } from 'node:crypto';
import * as z from 'zod/v4';
import type { ProviderFail } from '~/domain/platform/fetch-json.server';
import { reportService } from '~/domain/platform/services.server';
import type { LatLng } from '~/domain/geography/coordinates';

/** Times and distances from some points to others. Row-major; Infinity where there is no road. */
export type Cells = { seconds: Float64Array; metres: Float64Array };
/** The route between two points for the map. It begins and ends on a road. */
export type Leg = { metres: number; seconds: number; line: LatLng[] };

/** The start of a drive. A driver who moves also has a heading, in degrees from north. */
export type Origin = LatLng & { heading?: number | null };

export type Answer<Value> = { ok: true; value: Value } | ProviderFail;

export type RoadProvider = {
  id: 'region' | 'osrm' | 'valhalla';
  /** Identifies the data of the roads: pairs that are remembered under another key belong to other roads. */
  key: string;
  /**
   * Tells whether each point is on the street map and connected to it. A point that is not would make the
   * answers for all others fail.
   */
  locate(points: LatLng[]): Promise<Answer<boolean[]>>;
  /** The most points on either side of one request. */
  side: number;
  /**
   * Takes located points only, at most `side` of them. An origin with a heading starts on a road that leads
   * that way.
   */
  matrix(from: Origin[], to: LatLng[]): Promise<Answer<Cells>>;
  /** Returns a leg for each point but the first. All points must be located. */
  route(points: LatLng[]): Promise<Answer<Leg[]>>;
};

type Block = { from: Origin[]; to: LatLng[]; cells: Cells };

/**
 * Asks between any number of points, one block after the other.
 * @param take gets each block as soon as it is answered.
 * @param isNeeded tells which blocks are asked for.
 * @returns the failure, if there was one.
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

/** In seconds or a unit of length; no road on earth is longer. */
const FARTHEST = 1e8;
/** The numbers as engines answer them; null where there is no road. */
export const cellRows = z.array(z.array(z.number().min(0).max(FARTHEST).nullable()));

/** The URL is hashed because it may hold a password. */
export const keyOf = (id: string, url: string) =>
  `${id} ${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;

export function warnOf(provider: string, reason: ProviderFail): void {
  if ('detail' in reason) reportService(`roads ${provider}`, reason.detail);
}

/** Returns the same source, which now reports each success and failure. */
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

/** @returns null when the table has another size. */
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
