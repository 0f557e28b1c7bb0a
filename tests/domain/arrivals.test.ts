/** Arrival times: rules for every route, learning from past drives, and the scores of predictions. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLate, shareBelow } from '~/domain/scheduling/timetable/lateness';
import {
  arrivalsOf,
  hourOfWeek,
  restOfDeviation,
  stillServed,
  STEP_MS,
  type Arrival,
  type Route,
} from '~/domain/scheduling/timetable/route-times';
import { learn, NOTHING_LEARNED } from '~/domain/scheduling/timetable/learned';

const NOW = Date.UTC(2027, 0, 6, 15, 7, 30);
const MINUTE_MS = 60_000;

const address = fc.constantFrom('1 Main St', '2 Main St', '3 Main St');
const type = fc.constantFrom('delivery', 'pickup', 'transfer');
const seconds = fc.integer({ min: 1, max: 7_200 });
const past = fc.record({
  legs: fc.array(fc.record({ roadSeconds: seconds, seconds, hourOfWeek: fc.integer({ min: 0, max: 167 }) }), {
    maxLength: 60,
  }),
  stops: fc.array(fc.record({ address, type, seconds }), { maxLength: 60 }),
  errors: fc.array(
    fc.record({
      error: fc.double({ min: -5, max: 5, noNaN: true }),
      deviation: fc.integer({ min: 45, max: 3_600 }),
      ahead: fc.integer({ min: 0, max: 60 }),
    }),
    { maxLength: 60 },
  ),
});
const sometimes = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3 });
const near = fc.integer({ min: NOW - 7_200_000, max: NOW });
const route: fc.Arbitrary<Route> = fc.record({
  now: fc.constant(NOW),
  drivingSince: near,
  arrivedAt: sometimes(near),
  isUnderWay: fc.boolean(),
  rest: sometimes(
    fc
      .record({
        end: fc.integer({ min: 1, max: 14_400_000 }),
        length: fc.integer({ min: 1, max: 3_600_000 }),
      })
      .map(({ end, length }) => ({ from: NOW + end - length, until: NOW + end })),
  ),
  stops: fc
    .array(
      fc.record({
        address,
        type,
        roadSeconds: sometimes(fc.integer({ min: 0, max: 7_200 })),
        dueAt: sometimes(fc.integer({ min: NOW - 7_200_000, max: NOW + 7_200_000 })),
        afterAt: sometimes(fc.integer({ min: NOW - 7_200_000, max: NOW + 14_400_000 })),
      }),
      { maxLength: 80 },
    )
    .map((stops) => stops.map((stop, index) => ({ ...stop, key: String(index) }))),
});

test('in every route later stops are later, ranges contain the expected time, and no stop is left out', () => {
  fc.assert(
    fc.property(route, past, (given, before) => {
      const { arrivals, finish, unknown } = arrivalsOf(given, learn(before), -6 * 3_600_000);
      expect([...arrivals.map(({ key }) => key), ...unknown].sort()).toEqual(
        given.stops.map(({ key }) => key).sort(),
      );
      const isKnown = new Map(given.stops.map(({ key, roadSeconds }) => [key, roadSeconds !== null]));
      expect(unknown.every((key) => !isKnown.get(key))).toBe(true);
      let last: Pick<Arrival, 'expected' | 'from' | 'to' | 'brokeUntil'> = {
        expected: -Infinity,
        from: -Infinity,
        to: -Infinity,
        brokeUntil: null,
      };
      for (const [index, arrival] of arrivals.entries()) {
        const { expected, from, to, lateness, deviation, waitsUntil, brokeUntil } = arrival;
        const afterAt = given.stops[Number(arrival.key)]?.afterAt ?? null;
        const isThere = given.arrivedAt !== null && arrival.key === '0';
        if (waitsUntil !== null) expect([afterAt, waitsUntil > NOW]).toEqual([waitsUntil, true]);
        if (afterAt !== null && !isThere) expect(expected).toBeGreaterThanOrEqual(afterAt);
        if (waitsUntil !== null && !isThere) expect(to).toBeGreaterThan(from);
        if (waitsUntil !== null && !isThere && brokeUntil === null) expect(expected).toBe(waitsUntil);
        if (brokeUntil !== null) expect(expected).toBeGreaterThanOrEqual(brokeUntil);
        if (brokeUntil === null) expect(last.brokeUntil).toBeNull();
        for (const value of [expected, from, to, deviation]) expect(Number.isFinite(value)).toBe(true);
        expect(from).toBeLessThanOrEqual(expected);
        expect(to).toBeGreaterThanOrEqual(expected);
        expect([from % STEP_MS, to % STEP_MS]).toEqual([0, 0]);
        expect(expected).toBeGreaterThanOrEqual(last.expected);
        expect(from).toBeGreaterThanOrEqual(last.from);
        expect(to).toBeGreaterThanOrEqual(last.to);
        if (given.arrivedAt === null || index > 0) expect(expected).toBeGreaterThanOrEqual(NOW);
        if (lateness !== null) expect(lateness).toBeGreaterThanOrEqual(0);
        if (lateness !== null) expect(lateness).toBeLessThanOrEqual(1);
        last = arrival;
      }
      if (arrivals.length === 0) expect(finish).toBeNull();
      else expect(finish ?? 0).toBeGreaterThanOrEqual(last.expected);
    }),
  );
});

const stop = (more: object = {}) => ({
  key: 'a',
  address: '1 Main St',
  type: 'delivery',
  roadSeconds: 600,
  dueAt: null,
  ...more,
});
const firstOf = (given: Partial<Route>, learned = NOTHING_LEARNED) => {
  const whole = { now: NOW, drivingSince: NOW, arrivedAt: null, stops: [stop()], ...given };
  const [first] = arrivalsOf(whole, learned, 0).arrivals;
  if (!first) throw new Error('No arrival');
  return first;
};

test('a drive that is under way has begun; an overdue one ends any moment, and nobody knows exactly', () => {
  expect(firstOf({}).expected).toBe(NOW + 600_000);
  expect(firstOf({ drivingSince: NOW - 240_000 }).expected).toBe(NOW + 360_000);
  const overdue = firstOf({ drivingSince: NOW - 3_600_000 });
  expect(overdue.expected).toBe(NOW);
  expect(overdue.deviation).toBeGreaterThan(firstOf({}).deviation);
});

test('a driver who stands away from all stops comes later at an uncertain time; traffic lights and jams are short', () => {
  const of = (minutes: number, more: Partial<Route> = {}) => firstOf({ stoodSeconds: minutes * 60, ...more });
  expect(of(1)).toEqual(firstOf({}));
  const [short, long] = [of(6), of(28)];
  expect(minutesFromNow(short)).toBe(12);
  expect(minutesFromNow(long)).toBe(23);
  expect(long.deviation).toBeGreaterThan(short.deviation);
  expect(of(600).expected).toBe(NOW + 25 * MINUTE_MS);
  expect(of(28, { arrivedAt: NOW - 1 }).expected).toBe(NOW - 1);
});

test('a driver who has arrived is there, late or not', () => {
  const arrivedAt = NOW - 60_000;
  const late = firstOf({ arrivedAt, stops: [stop({ dueAt: NOW - 120_000 })] });
  expect([late.expected, late.lateness]).toEqual([arrivedAt, 1]);
  expect(firstOf({ arrivedAt, stops: [stop({ dueAt: NOW })] }).lateness).toBe(0);
});

test('the later the due time, the less likely it is missed; late is more likely than not, and by five minutes', () => {
  const dueIn = (minutes: number) => {
    const dueAt = NOW + minutes * MINUTE_MS;
    const arrival = firstOf({ stops: [stop({ dueAt })] });
    return { chance: arrival.lateness ?? NaN, late: isLate(arrival, dueAt) };
  };
  const chances = [0, 5, 10, 15, 30].map((minutes) => dueIn(minutes).chance);
  expect(chances).toEqual([...chances].sort((a, b) => b - a));
  expect(dueIn(10).chance).toBeCloseTo(0.5);
  expect([0, 5, 6, 10, 15].map((minutes) => dueIn(minutes).late)).toEqual([true, true, false, false, false]);
});

const minutesFromNow = ({ expected }: { expected: number }) => (expected - NOW) / MINUTE_MS;

test('an early driver waits, which delays all later stops; a late driver does not wait', () => {
  const route = (afterAt: number | null) => ({
    now: NOW,
    drivingSince: NOW,
    arrivedAt: null,
    stops: [stop({ afterAt, dueAt: NOW + 40 * MINUTE_MS, serviceSeconds: 300 }), stop({ key: 'b' })],
  });
  const of = (minutes: number | null) =>
    arrivalsOf(route(minutes === null ? null : NOW + minutes * MINUTE_MS), NOTHING_LEARNED, 0);
  const [waiting, not, free] = [of(30), of(9), of(null)];
  expect(waiting.arrivals.map(minutesFromNow)).toEqual([30, 45]);
  expect(waiting.arrivals.map(({ waitsUntil }) => waitsUntil)).toEqual([NOW + 30 * MINUTE_MS, null]);
  expect((waiting.finish ?? 0) - (free.finish ?? 0)).toBe(20 * MINUTE_MS);
  expect(not.arrivals.map(minutesFromNow)).toEqual([10, 25]);
  expect(not.arrivals[0]?.waitsUntil).toBeNull();
  expect(free.arrivals[1]?.lateness).toBeNull();
  // The wait absorbs the deviation of the drive before it.
  expect(waiting.arrivals[1]?.deviation).toBeLessThan(free.arrivals[1]?.deviation ?? 0);
  expect(waiting.arrivals[0]?.lateness).toBeCloseTo(free.arrivals[0]?.lateness ?? NaN);
});

test('the range begins with the end of the wait; what must not be handed over before it is due is late', () => {
  const afterAt = Math.ceil(NOW / STEP_MS) * STEP_MS + 30 * MINUTE_MS;
  const { from, to } = firstOf({ stops: [stop({ afterAt })] });
  expect([from, to]).toEqual([afterAt, afterAt + STEP_MS]);
  // The driver may arrive before or after the end of the wait, so the range keeps only its later half.
  const near = firstOf({ stops: [stop({ afterAt: NOW + 10 * MINUTE_MS })] });
  const free = firstOf({});
  expect(near.from).toBeGreaterThan(free.from);
  expect(near.to).toBe(free.to);
  const late = firstOf({ stops: [stop({ afterAt, dueAt: afterAt - 6 * MINUTE_MS })] });
  expect([late.lateness, isLate(late, afterAt - 6 * MINUTE_MS)]).toEqual([1, true]);
});

test('a driver who is there waits as well, until the time has come', () => {
  const arrivedAt = NOW - 5 * MINUTE_MS;
  const at = (afterAt: number | null) =>
    arrivalsOf(
      { now: NOW, drivingSince: NOW, arrivedAt, stops: [stop({ afterAt, serviceSeconds: 600 })] },
      NOTHING_LEARNED,
      0,
    );
  const waiting = at(NOW + 20 * MINUTE_MS);
  expect(waiting.arrivals[0]).toMatchObject({ expected: arrivedAt, waitsUntil: NOW + 20 * MINUTE_MS });
  expect(waiting.finish).toBe(NOW + 30 * MINUTE_MS);
  const begun = at(NOW - 2 * MINUTE_MS);
  expect([begun.arrivals[0]?.waitsUntil, begun.finish]).toEqual([null, NOW + 8 * MINUTE_MS]);
});

/** Three stops of 5 minutes each, 10 minutes apart. Without a break the arrivals are at 10, 25 and 40 minutes. */
const broken = (rest: [from: number, until: number] | null, more: Partial<Route> = {}) => {
  const three = ['a', 'b', 'c'].map((key) => stop({ key, serviceSeconds: 300 }));
  const given = { now: NOW, drivingSince: NOW, arrivedAt: null, stops: three, ...more };
  const [from = 0, until = 0] = rest?.map((minutes) => NOW + minutes * MINUTE_MS) ?? [];
  const { arrivals, finish, rested } = arrivalsOf(
    { ...given, rest: rest && { from, until } },
    NOTHING_LEARNED,
    0,
  );
  return {
    at: arrivals.map(minutesFromNow),
    after: arrivals.map(({ brokeUntil }) => brokeUntil && (brokeUntil - NOW) / MINUTE_MS),
    finish: ((finish ?? NaN) - NOW) / MINUTE_MS,
    rested: rested / MINUTE_MS,
  };
};

test('a break stops a drive and a wait, begins behind the stop that is being served, and is not behind the last one', () => {
  expect(broken(null)).toEqual({ at: [10, 25, 40], after: [null, null, null], finish: 45, rested: 0 });
  expect(broken([20, 50])).toEqual({ at: [10, 55, 70], after: [null, 50, 50], finish: 75, rested: 30 });
  // The break is due at minute 12, and the stop ends at minute 15.
  expect(broken([12, 42])).toEqual({ at: [10, 55, 70], after: [null, 45, 45], finish: 75, rested: 30 });
  expect(broken([43, 73])).toEqual({ at: [10, 25, 40], after: [null, null, null], finish: 45, rested: 0 });
  const waiting = (after: number) => ({
    stops: [stop({ serviceSeconds: 300 }), stop({ key: 'b', afterAt: NOW + after * MINUTE_MS })],
  });
  expect(broken([30, 60], waiting(40)).at).toEqual([10, 60]);
  expect(broken([30, 60], waiting(70))).toMatchObject({ at: [10, 70], after: [null, 60], rested: 0 });
});

test('the rest of a break comes first; a stop that is under way comes before it', () => {
  expect(broken([-10, 20])).toEqual({ at: [30, 45, 60], after: [20, 20, 20], finish: 65, rested: 20 });
  // The driver reported at the beginning of the break.
  expect(broken([-10, 20], { isUnderWay: true, drivingSince: NOW - 5 * MINUTE_MS })).toEqual({
    at: [5, 30, 45],
    after: [null, 20, 20],
    finish: 50,
    rested: 10,
  });
  const isHere = { arrivedAt: NOW - 2 * MINUTE_MS };
  expect(broken([-10, 20], isHere)).toMatchObject({ at: [-2, 30, 45], after: [null, 20, 20] });
  // A break that falls in the drive to a stop under way begins after the stop.
  expect(broken([5, 35], { isUnderWay: true })).toMatchObject({ at: [10, 55, 70], after: [null, 45, 45] });
  expect(broken([5, 35])).toMatchObject({ at: [40, 55, 70], after: [35, 35, 35] });
});

test('the deviation after a wait agrees with ten thousand drives', () => {
  expect([restOfDeviation(-9), restOfDeviation(9), restOfDeviation(NaN)]).toEqual([1, 0, 0]);
  const normal = Array.from({ length: 10_000 }, (_, index) => {
    const share = (index + 0.5) / 10_000;
    let [low, high] = [-6, 6];
    while (high - low > 1e-6) {
      const middle = (low + high) / 2;
      if (shareBelow(middle) < share) low = middle;
      else high = middle;
    }
    return low;
  });
  for (const wait of [-4, -1, 0, 0.7, 2, 4]) {
    const begins = normal.map((value) => Math.max(value, wait));
    const mean = begins.reduce((sum, value) => sum + value, 0) / begins.length;
    const variance = begins.reduce((sum, value) => sum + (value - mean) ** 2, 0) / begins.length;
    expect(restOfDeviation(wait)).toBeCloseTo(Math.sqrt(variance), 2);
  }
});

test('factors are learned by hour of the week and length, and little data moves them little', () => {
  const legs = (count: number, ratio: number, hour = 15) =>
    Array.from({ length: count }, () => ({ roadSeconds: 600, seconds: 600 * ratio, hourOfWeek: hour }));
  const of = (given: ReturnType<typeof legs>, hour = 15, roadSeconds = 600) =>
    learn({ legs: given, stops: [], errors: [] }).leg(roadSeconds, hour).seconds / roadSeconds;
  expect(of([])).toBe(1);
  expect(of(legs(1, 2))).toBeGreaterThan(1);
  expect(of(legs(1, 2))).toBeLessThan(1.5);
  expect(of(legs(500, 2))).toBeCloseTo(2, 1);
  // A very long leg is a break and not a drive.
  expect(of(legs(50, 20))).toBe(1);
  const rush = [...legs(50, 1, 10), ...legs(50, 2, 17)];
  expect(of(rush, 17)).toBeGreaterThan(of(rush, 10) + 0.5);
  // For an hour without data the factor comes from all hours.
  expect(of(rush, 3)).toBeGreaterThan(of(rush, 10));
  expect(of(rush, 3)).toBeLessThan(of(rush, 17));
});

test('the time at a stop is its median, between that of its type and its own by n/(n+5)', () => {
  const stops = (count: number, seconds: number, address = '1 Main St') =>
    Array.from({ length: count }, () => ({ address, type: 'delivery', seconds }));
  const of = (given: ReturnType<typeof stops>, address = '1 Main St', type = 'delivery') =>
    learn({ legs: [], stops: given, errors: [] }).stop(address, type).seconds;
  expect(of([])).toBe(180);
  // The type has 5 stops with a median of 600, so its time is halfway from 180. The address has the same 5, so its time
  // is halfway from there.
  expect(of(stops(5, 600))).toBe(495);
  expect(of(stops(5, 600), '2 Main St')).toBe(390);
  expect(of(stops(5, 600), '1 Main St', 'pickup')).toBe(180);
  expect(of([...stops(95, 300), ...stops(1, 2_600)])).toBeCloseTo(299.7, 1);
  expect(of(stops(50, 20_000))).toBe(180);
});

test('ranges grow and shrink with the errors of the past, of predictions so far ahead', () => {
  const width = (given: number[], ahead = 20) => {
    const errors = given.map((error) => ({ error, deviation: 600, ahead: 20 }));
    const { low, high } = learn({ legs: [], stops: [], errors }).spread(ahead);
    return [low, high] as const;
  };
  expect(width([])).toEqual([1.28, 2]);
  const late = width(Array.from({ length: 500 }, (_, index) => index / 100));
  expect(late[0]).toBeLessThan(0.5);
  expect(late[1]).toBeGreaterThan(4);
});

test('nine of ten arrivals are within their ranges, also where those are shown in wider steps', () => {
  const share = (deviation: number) => {
    const errors = Array.from({ length: 2_000 }, (_, index) => ({
      error: (index - 1_000) / 400,
      deviation,
      ahead: 20,
    }));
    const { low, high } = learn({ legs: [], stops: [], errors }).spread(20);
    const inside = errors.map(({ error }, index) => {
      const at = NOW + index * 7_000;
      const from = Math.floor((at - low * deviation * 1_000) / STEP_MS) * STEP_MS;
      const to = Math.ceil((at + high * deviation * 1_000) / STEP_MS) * STEP_MS;
      const arrived = at + error * deviation * 1_000;
      return Number(arrived >= from && arrived <= to);
    });
    return inside.reduce((sum, each) => sum + each, 0) / inside.length;
  };
  for (const deviation of [120, 300, 1_200]) {
    expect(share(deviation)).toBeGreaterThan(0.87);
    expect(share(deviation)).toBeLessThan(0.93);
  }
});

test('the extra time that every drive has is learned separately', () => {
  const legs = Array.from({ length: 400 }, (_, index) => {
    const roadSeconds = 60 + (index % 40) * 30;
    return { roadSeconds, seconds: roadSeconds * 1.2 + 90, hourOfWeek: 34 };
  });
  const { leg } = learn({ legs, stops: [], errors: [] });
  for (const road of [60, 300, 1_200]) {
    const { seconds } = leg(road, 34);
    expect(Math.abs(seconds - (road * 1.2 + 90))).toBeLessThan(15);
  }
  // At the end of a drive, half of the deviation remains.
  expect(leg(0.001, 34, 600).seconds).toBeGreaterThan(30);
});

test('a stop that takes longer than usual goes on, and the longer the longer', () => {
  const left = [0.001, 300, 600, 1_200, 5_000].map((spent) => stillServed(300, 0.45, spent));
  expect(left[0]).toBeGreaterThan(290);
  expect(left[1]).toBeGreaterThan(60);
  expect(left[1]).toBeLessThan(180);
  for (const each of left) expect(each).toBeGreaterThan(30);
  expect(stillServed(0, 0.45, 100)).toBe(0);
});

test('the hour of the week is that of business clocks', () => {
  const at = Date.UTC(2027, 0, 3, 5, 30);
  expect(hourOfWeek(at, 0)).toBe(5);
  expect(hourOfWeek(at, -6 * 3_600_000)).toBe(6 * 24 + 23);
});

test('shares of the normal distribution', () => {
  expect([-1.96, 0, 1, 1.96].map((z) => Number(shareBelow(z).toFixed(4)))).toEqual([
    0.025, 0.5, 0.8413, 0.975,
  ]);
});
