/** The place for a new stop in a route is compared with all other places, with a second implementation of the rules. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cheapestPlace, type Insertion, type RouteStop } from '~/domain/scheduling/candidates/insertion';

const MOST = 9;
const seconds = fc.integer({ min: 0, max: 3_600 });
const facts = {
  isPlaced: fc.boolean(),
  serviceSeconds: fc.integer({ min: 0, max: 900 }),
  dueAt: fc.option(fc.integer({ min: -3_600, max: 20_000 })),
  afterAt: fc.option(fc.integer({ min: -3_600, max: 20_000 }), { freq: 2 }),
};
const routeStop = fc.record({
  ...facts,
  rank: fc.constantFrom(1, 2),
  order: fc.constantFrom(null, null, null, 'before it' as const, 'after it' as const),
});
const problem: fc.Arbitrary<Insertion & { going: number }> = fc
  .record({
    under: fc.array(fc.record({ ...facts, rank: fc.constant(0), order: fc.constant(null) }), {
      maxLength: 1,
    }),
    stops: fc.array(routeStop, { maxLength: MOST - 2 }),
    added: fc.record({ ...facts, rank: fc.constantFrom(1, 2) }),
    start: fc.constantFrom(0, 0, 1_800),
    rest: fc.option(fc.record({ from: fc.integer({ min: 1, max: 9_000 }), length: seconds }), { freq: 2 }),
    drives: fc.array(seconds, { minLength: (MOST + 1) ** 2, maxLength: (MOST + 1) ** 2 }),
  })
  .map(({ under, stops, added, start, rest, drives }) => ({
    stops: [...under, ...stops],
    added,
    start,
    going: under.length,
    rest: rest && { from: start + rest.from, until: start + rest.from + rest.length },
    drive: (from, to) => drives[((from ?? -1) + 1) * MOST + to] ?? 0,
  }));

/** Returns whether a place breaks a strict rule, and by how many places it misses the boundary of the urgent stops. */
function breaks({ stops, added }: Insertion, place: number) {
  const mustFollow = ({ rank, order }: RouteStop) => rank === 0 || order === 'before it';
  const [front, back] = [stops.slice(0, place), stops.slice(place)];
  const couldBeEarlier = place > 0 && !stops.slice(place - 1).some(mustFollow);
  const isTooLate = couldBeEarlier && front.some(({ order }) => order === 'after it');
  const lead = stops.findIndex(({ rank }) => rank === 2);
  const urgentInFront = lead < 0 ? stops.length : lead;
  const off = added.rank === 1 ? place - urgentInFront : urgentInFront - place;
  return { isHard: back.some(mustFollow) || isTooLate, bent: Math.max(0, off) };
}

/**
 * Returns the cost of a place. A break that is due is taken with the next drive, or within the next wait. One that
 * a stop has delayed is taken before the next drive, also before one of no length.
 */
function costOf({ start, rest, stops, added, drive }: Insertion, place: number): number {
  const order = [...stops.keys()];
  order.splice(place, 0, stops.length);
  let clock = start;
  let pause = rest && { at: rest.from, length: rest.until - rest.from, isPutOff: false };
  let delay = 0;
  let last: number | null = null;
  for (const number of order) {
    const stop = number === stops.length ? added : stops[number];
    if (!stop) continue;
    if (stop.isPlaced) {
      clock += drive(last, number);
      if (pause && (pause.isPutOff || clock > pause.at)) {
        clock += pause.length;
        pause = null;
      }
    }
    if (stop.afterAt !== null && stop.afterAt > clock) {
      clock = stop.afterAt;
      if (pause && clock > pause.at) {
        clock = Math.max(clock, pause.at + pause.length);
        pause = null;
      }
    }
    if (stop.isPlaced) {
      delay += stop.dueAt === null ? 0 : Math.max(0, clock - stop.dueAt);
      last = number;
    }
    clock += stop.serviceSeconds;
    if (pause && clock > pause.at) pause = { ...pause, at: clock, isPutOff: true };
  }
  return clock + 5 * delay;
}

test('no place that the rules allow costs less, and none that costs as much delays fewer stops', () => {
  fc.assert(
    fc.property(problem, (given) => {
      const places = Array.from({ length: given.stops.length + 1 }, (_, place) => place);
      const kept = places.filter((place) => !breaks(given, place).isHard);
      const least = Math.min(...kept.map((place) => breaks(given, place).bent));
      const allowed = kept.filter((place) => breaks(given, place).bent === least);
      const found = cheapestPlace(given);
      expect(allowed).toContain(found);
      const cost = costOf(given, found);
      for (const place of allowed) expect(cost).toBeLessThanOrEqual(costOf(given, place));
      expect(allowed.filter((place) => place > found && costOf(given, place) === cost)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

const stop = (more: Partial<RouteStop> = {}): RouteStop => ({
  isPlaced: true,
  serviceSeconds: 180,
  dueAt: null,
  afterAt: null,
  rank: 2,
  order: null,
  ...more,
});
/** All places are on one road, a minute apart, starting at the driver. */
const onRoad = (places: number[], added: number, stops: RouteStop[], comes: Partial<RouteStop> = {}) => {
  const at = (number: number | null) => (number === null ? 0 : (places[number] ?? added));
  const drive = (from: number | null, to: number) => 60 * Math.abs(at(from) - at(to));
  return cheapestPlace({ start: 0, rest: null, stops, added: stop(comes), drive });
};

test('on the way; behind what is under way; urgent in front; behind its pickup; not where it makes another late', () => {
  const three = [stop(), stop(), stop()];
  expect(onRoad([1, 5, 9], 6, three)).toBe(2);
  expect(onRoad([1, 5, 9], 20, three)).toBe(3);
  expect(onRoad([5], 1, [stop({ rank: 0 })])).toBe(1);
  expect(onRoad([1, 5, 9], 8, three, { rank: 1 })).toBe(0);
  expect(onRoad([1, 5, 9], 2, [stop({ rank: 1 }), stop({ rank: 1 }), stop()])).toBe(2);
  expect(onRoad([1, 5, 9], 2, [stop(), stop(), stop({ order: 'before it' })])).toBe(3);
  expect(onRoad([1, 5, 9], 20, [stop(), stop({ order: 'after it' }), stop()])).toBe(1);
  const isDue = [stop(), stop(), stop({ dueAt: 9 * 60 + 2 * 180 })];
  expect(onRoad([1, 5, 9], 6, isDue)).toBe(3);
  expect(onRoad([], 4, [])).toBe(0);
  // The place is on the way, but the new stop's time has not come and the other stops would wait.
  expect(onRoad([1, 5, 9], 4, three, { afterAt: 60 * 60 })).toBe(3);
});
