/** Arrival times of made-up days, predicted again, against a straight line at 25 mph; and what they cost. `npm run bench -- --arrivals` */
import { test } from 'vitest';
import { accuracyOf, AHEAD_MINUTES, type Judged } from '~/domain/scheduling/arrivals/accuracy';
import {
  arrivalsOf,
  hourOfWeek,
  type Arrival,
  type OpenStop,
} from '~/domain/scheduling/timetable/route-times';
import { learn, NOTHING_LEARNED, type Learned } from '~/domain/scheduling/timetable/learned';
import type { LatLng } from '~/domain/geography/coordinates';
import { straightMetres } from '~/domain/geography/distance';
import { makeDays, roadSecondsBetween, type DriverDay, type Visit } from './arrivals-day';
import { row } from './report';

const MINUTE_MS = 60_000;
const MILES_25 = 25 * 0.44704;
const [LEARNING_DAYS, RANGE_DAYS, REPLAYED_DAYS] = [15, 5, 5];

type Moment = { now: number; at: LatLng; rest: Visit[]; here: Visit | null; last: number };
type Method = (moment: Moment) => Pick<Arrival, 'key' | 'expected' | 'from' | 'to' | 'deviation'>[];
type Told = Judged & { error: number };

/** Every minute of a driver's day. */
function* minutesOf(day: DriverDay): Generator<Moment> {
  const end = day.at(-1)?.arrived ?? 0;
  for (let now = day[0]?.left ?? 0; now < end; now += MINUTE_MS) {
    const first = day.findIndex(({ done }) => done > now);
    const next = day[first];
    if (!next) return;
    const share = Math.min(1, (now - next.left) / (next.arrived - next.left));
    const between = (from: number, to: number) => from + (to - from) * share;
    const at = { lat: between(next.from.lat, next.shop.lat), lng: between(next.from.lng, next.shop.lng) };
    yield { now, at, rest: day.slice(first), here: next.arrived <= now ? next : null, last: next.left };
  }
}

const byModel =
  (learned: Learned, knowsPosition: boolean): Method =>
  ({ now, at, rest, here, last }) =>
    arrivalsOf(
      {
        now,
        drivingSince: knowsPosition ? now : last,
        ...(knowsPosition && rest[0] && { wholeDrive: rest[0].roadSeconds }),
        arrivedAt: here?.arrived ?? null,
        stops: rest.map(({ shop, roadSeconds }, index): OpenStop => ({
          ...{ key: shop.address, address: shop.address, type: shop.type, dueAt: null },
          roadSeconds: index === 0 && knowsPosition ? roadSecondsBetween(at, shop) : roadSeconds,
        })),
      },
      learned,
      0,
    ).arrivals;

const byStraightLine: Method = ({ now, at, rest, here }) => {
  let [from, expected] = [at, now];
  return (here ? rest.slice(1) : rest).map(({ shop }) => {
    expected += (straightMetres(from, shop) / MILES_25) * 1_000;
    from = shop;
    return { key: shop.address, expected, from: expected, to: expected, deviation: 0 };
  });
};

/** Each stop is told once for each time ahead. */
function replay(days: DriverDay[][], method: Method): Told[] {
  return days.flat().flatMap((day) => {
    const told: Told[] = [];
    const known = new Set<string>();
    for (const moment of minutesOf(day)) {
      const arrivals = new Map(method(moment).map((each) => [each.key, each]));
      for (const { shop, arrived } of moment.rest) {
        const arrival = arrivals.get(shop.address);
        if (!arrival || arrived <= moment.now) continue;
        const { expected, from, to, deviation } = arrival;
        const ahead = (expected - moment.now) / MINUTE_MS;
        const mark = AHEAD_MINUTES.filter((minutes) => ahead <= minutes).at(-1);
        const key = `${shop.address} ${String(mark)}`;
        if (!mark || known.has(key)) continue;
        known.add(key);
        const late = (arrived - expected) / MINUTE_MS;
        const error = deviation > 0 ? (arrived - expected) / deviation : 0;
        told.push({ ahead, late, error, inRange: arrived >= from && arrived <= to });
      }
    }
    return told;
  });
}

const pastOf = (days: DriverDay[][]) => ({
  legs: days.flat(2).map(({ roadSeconds, left, arrived }) => ({
    ...{ roadSeconds, seconds: (arrived - left) / 1_000, hourOfWeek: hourOfWeek(left, 0) },
  })),
  stops: days.flat(2).map(({ shop: { address, type }, arrived, done }) => ({
    ...{ address, type, seconds: (done - arrived) / 1_000 },
  })),
});

test('arrival times', () => {
  const days = makeDays(LEARNING_DAYS + RANGE_DAYS + REPLAYED_DAYS);
  const past = pastOf(days.slice(0, LEARNING_DAYS + RANGE_DAYS));
  const before = learn({ ...pastOf(days.slice(0, LEARNING_DAYS)), errors: [] });
  const checked = replay(days.slice(LEARNING_DAYS, LEARNING_DAYS + RANGE_DAYS), byModel(before, true));
  const learned = learn({ ...past, errors: checked.map(({ error }) => error) });
  const replayed = days.slice(-REPLAYED_DAYS);
  const methods: [string, Method][] = [
    ['learned, with positions', byModel(learned, true)],
    ['learned, without positions', byModel(learned, false)],
    ['nothing learned, with positions', byModel(NOTHING_LEARNED, true)],
    ['straight line at 25 mph', byStraightLine],
  ];
  const scores = methods.map(([name, method]) => {
    const { score, parts, ranges, count } = accuracyOf(replay(replayed, method));
    const shares = parts.map(
      ({ ahead, share }) => `≤ ${String(ahead)} min ${String(Math.round(share ?? 0))} %`,
    );
    console.log(
      `${name.padEnd(32)} score ${(score ?? 0).toFixed(1)}   ${shares.join('   ')}   ranges right ${(ranges ?? 0).toFixed(0)} %   of ${String(count)}`,
    );
    return { score: score ?? 0, ranges: ranges ?? 0 };
  });
  const [ours, , , floor] = scores;
  row('arrival times, score by TransitApp’s yardstick', {
    ...{ unit: '%', ours: ours?.score ?? 0, floor: floor?.score ?? 0, goal: '≥ 1.5×' },
  });
  row('… ranges that were right', { unit: '%', ours: ours?.ranges ?? 0, goal: '≥ 75' });
  row('arrival times of 40 drivers with 75 stops each, CPU', {
    unit: 'ms',
    ours: cost(learned),
    goal: '≤ 200',
  });
});

const ROUTES = 40;
const LONG_ROUTE = 75;

function cost(learned: Learned): number {
  const now = Date.UTC(2027, 0, 4, 14);
  const stops = Array.from({ length: LONG_ROUTE }, (_, index): OpenStop => ({
    ...{ key: String(index), address: `${String(index)} Main Street`, type: 'delivery' },
    ...{ roadSeconds: 60 + ((index * 97) % 1_200), dueAt: now + 7_200_000 },
    // Some before their time, some not.
    afterAt: index % 3 === 0 ? now + index * 900_000 : null,
  }));
  const all = () => {
    for (let driver = 0; driver < ROUTES; driver += 1)
      arrivalsOf({ now, drivingSince: now, arrivedAt: null, stops }, learned, 0);
  };
  all();
  const before = process.cpuUsage();
  all();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
