/**
 * Measures how many tasks move when a day is planned again and again, and the cost of that. `npm run bench --
 * --replan FOLDER`
 */
import { test } from 'vitest';
import { BATCHES, dayOf, simulate, type Mode, type Result } from './replan-day';
import { row } from './report';
import { mean, readSet, SETS, signed } from './vrp';

const folder = process.env.REPLAN_FOLDER;
/** Each plan has as many iterations as in the application. */
const work = Number(process.env.REPLAN_ITERATIONS ?? 12_000);
const DAYS = 8;
const HOUR = 3_600_000;
const MODES: Mode[] = ['from scratch', 'free', 'few moves', 'insert only'];

const sum = (results: Result[], pick: (result: Result) => number) =>
  results.reduce((total, result) => total + pick(result), 0);

for (const set of SETS) {
  test.skipIf(!folder)(
    set.name,
    () => {
      const instances = readSet(folder ?? '', set);
      const step = Math.max(1, Math.ceil(instances.length / DAYS));
      const days = instances
        .filter((_, i) => i % step === 0)
        .map(({ name, problem }) => ({ name, day: dayOf(problem, work) }));
      console.log(`${set.name}: ${days.map(({ name }) => name).join(', ')}`);
      const results = new Map(MODES.map((mode) => [mode, days.map(({ day }) => simulate(day, mode))]));
      const anew = results.get('from scratch') ?? [];
      for (const [mode, own] of results) {
        const moved = 100 * mean(own.flatMap(({ moves }) => moves.flatMap(shareOf)));
        const longer = mean(own.map(({ length }, i) => 100 * (length / (anew[i]?.length ?? NaN) - 1)));
        const violations = sum(own, (result) => result.violations);
        const unplanned = sum(own, (result) => result.unplanned);
        console.log(
          `replan ${set.name} ${String(own.length)} days of ${String(BATCHES)} batches, ${mode}:`,
          `${moved.toFixed(1)} % of tasks moved, length ${signed(longer)}`,
          `(lateness ${sum(own, ({ late }) => late).toFixed(0)}; ${String(unplanned)} unplanned;`,
          `rule violations ${String(violations)})`,
        );
        if (mode !== 'few moves') continue;
        row(`plans made again, ${set.name}: tasks moved each time`, { unit: '%', ours: moved, goal: '≤ 6' });
        row(`… length above planning from scratch, ${set.name}`, { unit: '%', ours: longer, goal: '≤ 2' });
        row(`… rule violations, ${set.name}`, { unit: '', ours: violations + unplanned, goal: '≤ 0' });
      }
    },
    HOUR,
  );
}

const shareOf = ({ open, moved }: Result['moves'][number]) => (open === 0 ? [] : [moved / open]);
