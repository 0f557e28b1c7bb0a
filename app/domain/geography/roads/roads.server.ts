/**
 * Road times from the configured sources: each one takes over when the one before it does not answer, and the
 * last resort is an estimate.
 */
import { inTime } from '~/lib/time-limits';
import { env } from '~/process/env.server';
import type { LatLng } from '~/domain/geography/coordinates';
import { estimatedMatrix, type RoadMatrix } from '~/domain/geography/distance';
import { osrmRoads } from './osrm.server';
import { pairsBetween, rememberedSeconds, type Leg, type Pairs } from './pairs.server';
import { reporting, warnOf, type RoadProvider } from './provider.server';
import type { RoutingPreference, RoadSource } from './texts';
import { hasRegionRoads, regionRoads } from './region-roads.server';
import { liveRoads } from './traffic.server';
import { valhallaServer } from './valhalla.server';
import { roadNotes } from '~/words/en/roads';

type Roads = {
  matrix: RoadMatrix;
  source: RoadSource;
  /** Tells the user that these are not the configured roads. */
  note: string | null;
};

const servers = [
  ...(env.OSRM_URL ? [reporting(osrmRoads(env.OSRM_URL))] : []),
  ...(env.VALHALLA_URL ? [reporting(valhallaServer(env.VALHALLA_URL))] : []),
];

/** Tells whether a source is set up, without starting anything. */
export const hasRoads = () => servers.length > 0 || hasRegionRoads();

/** Returns the configured sources, in the order in which they are asked. */
export async function roadProviders(): Promise<RoadProvider[]> {
  const region = await regionRoads();
  return region ? [region, ...servers] : servers;
}

/** Returns the matrix. Never fails: without an answer it is an estimate, and marked as such. */
export async function roadsBetween(points: LatLng[], preference: RoutingPreference): Promise<Roads> {
  if (points.length < 2) return { matrix: estimatedMatrix(points), source: 'estimate', note: null };
  const live = await liveRoads(points, preference);
  if (live.matrix) return { matrix: live.matrix, source: 'google', note: null };
  const providers = await roadProviders();
  for (const provider of providers) {
    const answer = await pairsBetween(provider, points);
    if (answer.ok)
      return {
        matrix: matrixOf(points, answer.value),
        source: provider.id,
        note: live.missing && roadNotes.usingRoads(live.missing),
      };
    warnOf(provider.id, answer);
  }
  const isExpected = providers.length > 0;
  const missing = live.missing ?? (isExpected ? roadNotes.noRoads : null);
  return {
    matrix: estimatedMatrix(points),
    source: 'estimate',
    note: missing && roadNotes.estimating(missing),
  };
}

/**
 * Returns times between all points from one source, but not from Google, which bills every pair. Never fails.
 * @param timeoutMs after this time all are estimated; later answers are remembered. With 0 no source is
 * asked.
 */
export async function knownRoads(points: LatLng[], timeoutMs: number): Promise<Omit<Roads, 'note'>> {
  const estimated = { matrix: estimatedMatrix(points), source: 'estimate' } as const;
  const [provider] = await roadProviders();
  if (!provider || points.length < 2 || timeoutMs === 0) return estimated;
  const byRoad = pairsBetween(provider, points).then((answer) => {
    if (answer.ok) return { matrix: matrixOf(points, answer.value), source: provider.id };
    warnOf(provider.id, answer);
    return estimated;
  });
  return inTime(byRoad, estimated, timeoutMs);
}

type Legs = { seconds: number[]; source: RoadSource };

/**
 * Returns the leg from each point to the next one. Google is not asked, as it bills every pair of points.
 * Never fails: legs that no road covers, and points outside of the street map, are estimated.
 * @param timeoutMs after this time all are estimated; later answers are remembered.
 */
export async function legsAlong(points: LatLng[], timeoutMs?: number): Promise<Legs> {
  const legs = legsOf(points);
  const estimated: Legs = { seconds: legs.map(estimatedSeconds), source: 'estimate' };
  if (legs.length === 0) return estimated;
  const byRoad = legsByRoad(points, legs);
  return timeoutMs === undefined ? byRoad : inTime(byRoad, estimated, timeoutMs);
}

export const legsOf = (points: LatLng[]): Leg[] =>
  points.slice(1).map((to, index) => ({ from: points[index] ?? to, to }));
export const estimatedSeconds = ({ from, to }: Leg) => estimatedMatrix([from, to]).seconds[1] ?? 0;

/**
 * Returns the seconds of many routes at once without asking a provider: remembered values, and estimates for
 * the rest.
 */
export async function knownLegs(routes: LatLng[][]): Promise<number[][]> {
  const known = await rememberedOf(routes);
  return routes.map((route, index) =>
    legsOf(route).map((leg, number) => known[index]?.[number] ?? estimatedSeconds(leg)),
  );
}

/** Tells for each route whether it has a drive that no source remembers. */
export async function areUnknown(routes: LatLng[][]): Promise<boolean[]> {
  return (await rememberedOf(routes)).map((legs) => legs.includes(null));
}

async function rememberedOf(routes: LatLng[][]): Promise<(number | null)[][]> {
  const legs = routes.map(legsOf);
  const known = await rememberedLegs(legs.flat());
  return legs.map(({ length }) => known.splice(0, length));
}

/** Returns for each leg the value of the first source that remembers it. */
async function rememberedLegs(legs: Leg[]): Promise<(number | null)[]> {
  const known: (number | null)[] = legs.map(() => null);
  for (const provider of await roadProviders()) {
    const gaps = legs.flatMap((leg, index) => (known[index] === null ? [{ leg, index }] : []));
    if (gaps.length === 0) break;
    const found = await rememberedSeconds(
      provider.key,
      gaps.map(({ leg }) => leg),
    );
    gaps.forEach(({ index }, number) => (known[index] = found[number] ?? null));
  }
  return known;
}

/** The most drives in a row that are asked for at once: a busy engine answers few in time. */
const LEGS_AT_ONCE = 20;

async function legsByRoad(points: LatLng[], legs: Leg[]): Promise<Legs> {
  for (const provider of await roadProviders()) {
    const known = await rememberedSeconds(provider.key, legs);
    const failed = await fillGaps(provider, points, known);
    if (!failed)
      return {
        seconds: legs.map((leg, index) => known[index] ?? estimatedSeconds(leg)),
        source: provider.id,
      };
    warnOf(provider.id, failed);
  }
  return { seconds: legs.map(estimatedSeconds), source: 'estimate' };
}

/**
 * Puts the provider's answers into `known`; drives that no road covers stay null. @returns the failure, if
 * there was one.
 */
async function fillGaps(provider: RoadProvider, points: LatLng[], known: (number | null)[]) {
  for (let first = known.indexOf(null); first >= 0;) {
    const some = points.slice(first, first + LEGS_AT_ONCE + 1);
    const answer = await pairsBetween(provider, some);
    if (!answer.ok) return answer;
    some.slice(1).forEach((to, index) => {
      const seconds = answer.value.between(some[index] ?? to, to)?.seconds ?? Infinity;
      if (Number.isFinite(seconds)) known[first + index] = seconds;
    });
    first = known.indexOf(null, first + LEGS_AT_ONCE);
  }
  return null;
}

function matrixOf(points: LatLng[], { between, outside: away }: Pairs): RoadMatrix {
  const outside = new Set(points.flatMap((point, row) => (away.has(point) ? [row] : [])));
  const matrix: RoadMatrix = { ...estimatedMatrix(points), isEstimated: false, outside };
  points.forEach((from, row) => {
    points.forEach((to, column) => {
      if (row === column || outside.has(row) || outside.has(column)) return;
      const cell = row * points.length + column;
      const { seconds, metres } = between(from, to) ?? UNREACHABLE;
      matrix.seconds[cell] = seconds;
      matrix.metres[cell] = metres;
    });
  });
  return matrix;
}

const UNREACHABLE = { seconds: Infinity, metres: Infinity };
