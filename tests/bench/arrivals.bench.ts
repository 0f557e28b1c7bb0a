/**
 * Measures predicted arrival times, and their cost, on days whose drives follow roads and traffic instead of the
 * model's assumptions.
 * `npm run bench -- --arrivals [FILE.osm.pbf]`; without a file, on the roads of a made-up city.
 */
import { test } from 'vitest';
import { arrivalsOf, type OpenStop } from '~/domain/scheduling/timetable/route-times';
import { NOTHING_LEARNED, type Learned } from '~/domain/scheduling/timetable/learned';
import { makeDays } from './arrivals-day';
import { judge, learnedAfter, pastOf, replay, type Scores } from './arrivals-replay';
import { townOf } from './arrivals-town';
import { report, row, type Row } from './report';

/** Ranges are learned from predictions of days after those that the drives are learned from. */
const [LEARNING_DAYS, RANGE_DAYS, JUDGED_DAYS] = [42, 10, 5];
/** The model was developed with the first seed only. */
const SEEDS = { 'looked at': 2027, 'held out': 99 };

const GOALS: [keyof Scores, name: string, goal: Row['goal']][] = [
  ['within15', '15 minutes ahead, within 5 minutes', '≥ 80'],
  ['within30', '30 minutes ahead, within 5 minutes', '≥ 70'],
  ['ranges', 'within the range', '≥ 87'],
  ['score', 'score by TransitApp’s rule', '≥ 85'],
  ['precision', 'late warnings 8–20 minutes before: that are right', '≥ 90'],
  ['recall', '… of those that are late', '≥ 85'],
];

test('arrival times', async () => {
  for (const [name, seed] of Object.entries(SEEDS)) {
    const days = makeDays(
      await townOf(process.env.ARRIVALS_FILE, seed),
      LEARNING_DAYS + RANGE_DAYS + JUDGED_DAYS,
      seed,
    );
    const judged = days.slice(-JUDGED_DAYS);
    const past = days.slice(0, -JUDGED_DAYS);
    const learned = learnedAfter(past, LEARNING_DAYS);
    const cold = judge(replay(judged, NOTHING_LEARNED));
    const warm = judge(replay(judged, learned));
    report(`arrival times, ${name}, nothing learned`, cold);
    report(`… after ${String(pastOf(past).legs.length)} drives`, warm);
    for (const [key, what, goal] of GOALS)
      row(`arrivals, ${name}: ${what}`, { unit: '%', ours: warm[key], floor: cold[key], goal });
    if (seed === SEEDS['looked at'])
      row('arrival times of 40 drivers with 75 stops each, CPU', {
        unit: 'ms',
        ours: cost(learned),
        goal: '≤ 200',
      });
  }
});

const ROUTES = 40;
const LONG_ROUTE = 75;

function cost(learned: Learned): number {
  const now = Date.UTC(2027, 0, 4, 14);
  const stops = Array.from({ length: LONG_ROUTE }, (_, index): OpenStop => ({
    key: String(index),
    address: `${String(index)} Main Street`,
    type: 'delivery',
    roadSeconds: 60 + ((index * 97) % 1_200),
    dueAt: now + 7_200_000,
    // Every third stop has an earliest time.
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
