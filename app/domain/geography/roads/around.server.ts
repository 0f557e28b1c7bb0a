/**
 * Returns drives between a place and the stops of many routes: remembered ones, and estimates where these are
 * not enough.
 */
import { PLACE_ROADS_TIMEOUT_MS } from '~/lib/time-limits';
import type { LatLng } from '~/domain/geography/coordinates';
import { learnAround, placeNumber, rememberedSeconds, type Leg } from './pairs.server';
import { warnOf, type RoadProvider } from './provider.server';
import { estimatedSeconds, legsAlong, roadProviders } from './roads.server';
import type { RoadSource } from './texts';

export type Drives = { source: RoadSource; seconds: (from: LatLng, to: LatLng) => number };

const ESTIMATED: Drives = { source: 'estimate', seconds: (from, to) => estimatedSeconds({ from, to }) };

/**
 * Returns the drives for each route. All drives of one route have one source, either roads or estimates,
 * because the best place among its stops is found by comparing them. Google is not asked, as it bills every
 * pair.
 */
export async function drivesAround(place: LatLng, routes: LatLng[][]): Promise<Drives[]> {
  const first = roadProviders().then(([provider]) => provider ?? null);
  const provider = await within(first, null);
  if (!provider) return routes.map(() => ESTIMATED);
  const known: Known = new Map();
  const legs = routes.map((route) => [...along(route), ...route.flatMap((stop) => toAndFrom(place, stop))]);
  await read(provider, legs.flat(), known);
  const isMissing = ({ from, to }: Leg) => secondsIn(known, from, to) === undefined;
  const fresh = routes.flat().filter((stop) => toAndFrom(place, stop).some(isMissing));
  const unknown = routes.filter((route) => along(route).some(isMissing));
  if (fresh.length + unknown.length > 0) {
    await within(learn(provider, place, fresh, unknown), undefined);
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

const along = (route: LatLng[]): Leg[] =>
  route.slice(1).map((to, index) => ({ from: route[index] ?? to, to }));
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

/** A failure of `work` is passed on only while it is waited for. */
function within<Value>(work: Promise<Value>, otherwise: Value): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Value>((resolve) => {
    timer = setTimeout(resolve, PLACE_ROADS_TIMEOUT_MS, otherwise);
  });
  return Promise.race([work, late]).finally(() => {
    clearTimeout(timer);
  });
}
