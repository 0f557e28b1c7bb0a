/** Asks the roads about drives around a place, drives from the positions of drivers, and the lines of routes. */
import { inTime, PLACE_ROADS_TIMEOUT_MS } from '~/lib/time-limits';
import type { LatLng } from '~/domain/geography/coordinates';
import { learnAround, type Leg, placeNumber, rememberedSeconds } from './pairs.server';
import { inBlocks, type Origin, type RoadProvider, warnOf } from './provider.server';
import { estimatedSeconds, legsAlong, legsOf, roadProviders } from './roads.server';
import type { RoadSource } from './texts';

/**
 * Returns drives between a place and the stops of many routes: remembered ones, and estimates where these are
 * not enough.
 */

export type Drives = { source: RoadSource; seconds: (from: LatLng, to: LatLng) => number };

const ESTIMATED: Drives = { source: 'estimate', seconds: (from, to) => estimatedSeconds({ from, to }) };

/**
 * Returns the drives for each route. All drives of one route have one source, either roads or estimates,
 * because the best place among its stops is found by comparing them. Google is not asked, as it bills every
 * pair.
 */
export async function drivesAround(place: LatLng, routes: LatLng[][]): Promise<Drives[]> {
  const first = roadProviders().then(([provider]) => provider ?? null);
  const provider = await inTime(first, null, PLACE_ROADS_TIMEOUT_MS);
  if (!provider) return routes.map(() => ESTIMATED);
  const known: Known = new Map();
  const legs = routes.map((route) => [...legsOf(route), ...route.flatMap((stop) => toAndFrom(place, stop))]);
  await read(provider, legs.flat(), known);
  const isMissing = ({ from, to }: Leg) => secondsIn(known, from, to) === undefined;
  const fresh = routes.flat().filter((stop) => toAndFrom(place, stop).some(isMissing));
  const unknown = routes.filter((route) => legsOf(route).some(isMissing));
  if (fresh.length + unknown.length > 0) {
    await inTime(learn(provider, place, fresh, unknown), undefined, PLACE_ROADS_TIMEOUT_MS);
    await read(provider, legs.flat().filter(isMissing), known);
  }
  return legs.map((own) =>
    own.some(isMissing)
      ? ESTIMATED
      : {
          source: provider.id,
          seconds: (from, to) => secondsIn(known, from, to) ?? estimatedSeconds({ from, to }),
        },
  );
}

const toAndFrom = (place: LatLng, stop: LatLng): Leg[] => [
  { from: place, to: stop },
  { from: stop, to: place },
];

/** Keyed by place, because each caller has its own objects for the same places. */
type Known = Map<number, Map<number, number>>;
const secondsIn = (known: Known, from: LatLng, to: LatLng) =>
  known.get(placeNumber(from))?.get(placeNumber(to));

async function read(provider: RoadProvider, legs: Leg[], known: Known): Promise<void> {
  const found = await rememberedSeconds(provider.key, legs);
  legs.forEach(({ from, to }, index) => {
    const seconds = found[index] ?? null;
    if (seconds === null) return;
    const ends = known.get(placeNumber(from)) ?? new Map<number, number>();
    known.set(placeNumber(from), ends.set(placeNumber(to), seconds));
  });
}

/** Only one request runs at a time, so that a page that is loaded again and again does not ask twice. */
let isLearning = false;

/** Asks for the drives around the place at once, and for those along the routes one route after the other. */
async function learn(
  provider: RoadProvider,
  place: LatLng,
  fresh: LatLng[],
  unknown: LatLng[][],
): Promise<void> {
  if (isLearning) return;
  isLearning = true;
  try {
    const failed = fresh.length > 0 && (await learnAround(provider, place, fresh));
    if (failed) warnOf(provider.id, failed);
    else for (const route of unknown) await legsAlong(route);
  } finally {
    isLearning = false;
  }
}

/**
 * Returns drives from the positions of drivers. They are asked for anew each time and not remembered, because
 * that would store a trail.
 */

/** Null where no road leads. */
type Way = { seconds: number; metres: number } | null;
type Ways = {
  /** The drives from each position to each place. */
  ways: Way[][];
  source: RoadSource;
};

/**
 * Asks the sources in turn until one answers, but not Google, which bills every pair. Never fails.
 * @param timeoutMs after this time without an answer, all ways are null.
 */
export async function waysFrom(positions: Origin[], places: LatLng[], timeoutMs?: number): Promise<Ways> {
  const none: Ways = { ways: positions.map(() => places.map(() => null)), source: 'estimate' };
  if (positions.length === 0 || places.length === 0) return none;
  const byRoad = ask(positions, places).then((found) => found ?? none);
  return timeoutMs === undefined ? byRoad : inTime(byRoad, none, timeoutMs);
}

async function ask(positions: Origin[], places: LatLng[]): Promise<Ways | null> {
  for (const provider of await roadProviders()) {
    const located = await provider.locate([...positions, ...places]);
    if (!located.ok) {
      warnOf(provider.id, located);
      continue;
    }
    const { value: isOnRoad } = located;
    const from = positions.filter((_, index) => isOnRoad[index]);
    const to = places.filter((_, index) => isOnRoad[positions.length + index]);
    const known = new Map<Origin, Map<LatLng, Way>>(from.map((position) => [position, new Map()]));
    const failed = await inBlocks(provider, [from, to], (block) => {
      block.from.forEach((position, row) => {
        block.to.forEach((place, column) => {
          const cell = row * block.to.length + column;
          const [seconds = Infinity, metres = Infinity] = [
            block.cells.seconds[cell],
            block.cells.metres[cell],
          ];
          if (Number.isFinite(seconds) && Number.isFinite(metres))
            known.get(position)?.set(place, { seconds, metres });
        });
      });
    });
    if (!failed)
      return {
        ways: positions.map((position) => places.map((place) => known.get(position)?.get(place) ?? null)),
        source: provider.id,
      };
    warnOf(provider.id, failed);
  }
  return null;
}

/** Draws routes along the roads. */

/** A line for each point but the first; null where no road is known. */
type Lines = (LatLng[] | null)[];

/** @returns null when no source of roads is set up. */
export async function linesThrough(points: LatLng[]): Promise<Lines | null> {
  const providers = await roadProviders();
  for (const provider of providers) {
    const lines = await linesOf(provider, points);
    if (lines) return lines;
  }
  return providers.length > 0 ? points.slice(1).map(() => null) : null;
}

const isOnEarth = ({ lat, lng }: LatLng) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

/**
 * Asks once for each run of points that are on the street map. @returns null when the source does not answer.
 */
async function linesOf(provider: RoadProvider, points: LatLng[]): Promise<Lines | null> {
  const located = await provider.locate(points);
  if (!located.ok) {
    warnOf(provider.id, located);
    return null;
  }
  const isInside = (index: number) => located.value[index] === true;
  const lines: Lines = points.slice(1).map(() => null);
  let answers = 0;
  let refusals = 0;
  for (let first = 0; first < points.length; first += 1) {
    let end = first;
    while (end < points.length && isInside(end)) end += 1;
    if (end - first >= 2) {
      const route = await provider.route(points.slice(first, end));
      if (route.ok)
        route.value.forEach(({ line }, i) => (lines[first + i] = line.every(isOnEarth) ? line : null));
      else warnOf(provider.id, route);
      if (route.ok) answers += 1;
      else refusals += 1;
    }
    first = Math.max(first, end - 1);
  }
  return answers === 0 && refusals > 0 ? null : lines;
}
