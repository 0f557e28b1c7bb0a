/** Predicts a day minute by minute from the data that the product would have, and compares the predictions with the arrivals. */
import {
  arrivalsOf,
  type Arrival,
  type OpenStop,
  hourOfWeek,
} from '~/domain/scheduling/timetable/route-times';
import { isLate } from '~/domain/scheduling/timetable/lateness';
import { learn, type Learned } from '~/domain/scheduling/timetable/learned';
import { accuracyOf, AHEAD_MINUTES } from '~/domain/scheduling/arrivals/predictions.server';
import type { DriverDay, Visit } from './arrivals-day';

const MINUTE_MS = 60_000;

type Prediction = Pick<Arrival, 'expected' | 'from' | 'to' | 'deviation'> & {
  now: number;
  arrived: number;
  stop: Visit;
  late: boolean;
};

/**
 * Returns the state at this minute: the remaining stops in the order of the list, and the data of positions.
 * @param known the list, when it is another one.
 */
function momentOf(day: DriverDay, now: number, known?: Visit[]) {
  const current = day.visits.findIndex(({ done }) => done > now);
  const visit = day.visits[current];
  if (!visit) return null;
  const list = known ?? day.visits.slice(current).sort((a, b) => a.planned - b.planned);
  const [first = visit] = list;
  const before = day.visits[current - 1]?.planned ?? -1;
  const { pause } = visit;
  const held = pause ? Math.max(0, Math.min(now, pause.until) - pause.from) : 0;
  const whole = visit.parkedFrom - visit.left - (pause ? pause.until - pause.from : 0);
  const share = Math.min(1, (now - visit.left - held) / whole);
  const isThere = now >= visit.arrived;
  const toFirst = day.roadBetween(before, first.planned);
  const between = visit === first ? 0 : day.roadBetween(visit.planned, first.planned);
  return {
    list,
    first,
    visit,
    isThere,
    toFirst,
    /** Seconds by road from the position to the first stop of the list. */
    rest: Math.min(visit.roadSeconds * (1 - share) + between, toFirst + visit.roadSeconds * share),
    stoodSeconds: pause && now > pause.from && now < pause.until ? (now - pause.from) / 1_000 : 0,
  };
}

/** Returns the list at this minute, and what the product computes for each place of it. */
export function timesAt(day: DriverDay, now: number, learned: Learned, known?: Visit[]) {
  const moment = momentOf(day, now, known);
  if (!moment) return null;
  const { list, first, visit, isThere, toFirst, rest, stoodSeconds } = moment;
  const knows = !visit.isSilent;
  const stops = list.map(({ shop, planned, dueAt }, index): OpenStop => ({
    key: String(planned),
    address: shop.address,
    type: shop.type,
    dueAt,
    roadSeconds:
      index > 0 ? day.roadBetween(list[index - 1]?.planned ?? -1, planned) : knows ? rest : toFirst,
  }));
  const isResting = day.rest !== null && day.rest.from <= now && now < day.rest.until;
  const { arrivals } = arrivalsOf(
    {
      now,
      drivingSince: knows ? now : visit.left,
      wholeDrive: Math.max(toFirst, knows ? rest : 0),
      arrivedAt: knows && isThere && visit === first ? visit.arrived : null,
      rest: day.rest && day.rest.until > now ? day.rest : null,
      stoodSeconds: knows && !isResting ? stoodSeconds : 0,
      stops,
    },
    learned,
    0,
  );
  return { ...moment, arrivals: new Map(arrivals.map((arrival) => [Number(arrival.key), arrival])) };
}

export function predict(day: DriverDay, now: number, learned: Learned): Prediction[] {
  const { list, arrivals } = timesAt(day, now, learned) ?? { list: [], arrivals: new Map<number, Arrival>() };
  return list.flatMap((stop) => {
    const arrival = arrivals.get(stop.planned);
    if (!arrival || stop.arrived <= now) return [];
    const late = stop.dueAt !== null && isLate(arrival, stop.dueAt);
    return [{ ...arrival, now, arrived: stop.arrived, stop, late }];
  });
}

/** Returns the predictions of all minutes. */
export function replay(days: DriverDay[][], learned: Learned): Prediction[] {
  return days.flat().flatMap((day) => {
    const predicted: Prediction[] = [];
    const end = day.visits.at(-1)?.arrived ?? 0;
    for (let now = day.visits[0]?.left ?? 0; now < end; now += MINUTE_MS)
      predicted.push(...predict(day, now, learned));
    return predicted;
  });
}

/** Returns the predictions that the product keeps: the first one of each kind, with the minutes that it names itself. */
export function kept(all: Prediction[]): Prediction[] {
  const known = new Set<string>();
  return all.filter(({ now, expected, stop }) => {
    const minutes = (expected - now) / MINUTE_MS;
    const ahead = AHEAD_MINUTES.find((most) => minutes <= most && minutes > most - 1);
    const key = `${String(stop.left)} ${stop.shop.address} ${String(ahead)}`;
    if (ahead === undefined || stop.isSilent || known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** Returns the data from which the product learns: drives and stops that positions have shown, without breaks of the shift. */
export function pastOf(days: DriverDay[][]) {
  const seen = days.flat().flatMap(({ visits, rest }) =>
    visits.map((visit, index) => ({
      ...visit,
      rest,
      isShown: !visit.isSilent && !(visits[index - 1]?.isSilent ?? false),
    })),
  );
  const isBroken = ({ rest, left, arrived }: (typeof seen)[number]) =>
    rest !== null && rest.from >= left && rest.from < arrived;
  return {
    legs: seen
      .filter((visit) => visit.isShown && !isBroken(visit))
      .map(({ roadSeconds, left, arrived, shop }) => ({
        roadSeconds,
        seconds: (arrived - left) / 1_000,
        hourOfWeek: hourOfWeek(left, 0),
        address: shop.address,
      })),
    stops: seen
      .filter(({ isSilent }) => !isSilent)
      .map(({ shop: { address, type }, arrived, done }) => ({
        address,
        type,
        seconds: (done - arrived) / 1_000,
      })),
  };
}

const percent = (of: number, count: number) => (count === 0 ? 0 : (100 * of) / count);
const LATE_MS = 5 * MINUTE_MS;

export type Scores = Record<'within15' | 'within30' | 'ranges' | 'score' | 'precision' | 'recall', number>;

/** Groups the predictions by the minutes until the real arrival, not by the predicted minutes. */
export function judge(all: Prediction[]): Scores {
  const ahead = ({ now, arrived }: Prediction) => (arrived - now) / MINUTE_MS;
  const error = ({ expected, arrived }: Prediction) => (arrived - expected) / MINUTE_MS;
  const within = (minutes: number) => {
    const some = all.filter((each) => Math.abs(ahead(each) - minutes) <= 0.5);
    return percent(some.filter((each) => Math.abs(error(each)) <= 5).length, some.length);
  };
  const inRange = ({ arrived, from, to }: Prediction) => arrived >= from && arrived <= to;
  const marks = all.filter((each) => AHEAD_MINUTES.some((minutes) => Math.abs(ahead(each) - minutes) <= 0.5));
  const warned = all.filter((each) => each.stop.dueAt !== null && ahead(each) >= 8 && ahead(each) <= 20);
  const isTrue = ({ arrived, stop }: Prediction) => arrived - (stop.dueAt ?? Infinity) >= LATE_MS;
  const both = warned.filter((each) => each.late && isTrue(each)).length;
  return {
    within15: within(15),
    within30: within(30),
    ranges: percent(marks.filter(inRange).length, marks.length),
    score:
      accuracyOf(all.map((each) => ({ ahead: ahead(each), late: error(each), inRange: inRange(each) })))
        .score ?? 0,
    precision: percent(both, warned.filter(({ late }) => late).length),
    recall: percent(both, warned.filter(isTrue).length),
  };
}

/** Returns what the product has learned after these days: ranges from predictions of days after those of the drives. */
export function learnedAfter(days: DriverDay[][], drivesOf: number): Learned {
  const before = learn({ ...pastOf(days.slice(0, drivesOf)), errors: [] });
  const checked = kept(replay(days.slice(drivesOf), before));
  return learn({
    ...pastOf(days),
    errors: checked.map(({ now, arrived, expected, deviation }) => ({
      error: (arrived - expected) / deviation,
      deviation: deviation / 1_000,
      ahead: (expected - now) / 60_000,
    })),
  });
}
