/** How far plans over several drivers are from the best known ones. `npm run bench -- --vrp FOLDER` */
import { expect, test } from 'vitest';
import { violationsOf } from '~/domain/planning/checker';
import { iterations, planDay } from '~/domain/planning/plan';
import type { PlanProblem } from '~/domain/planning/problem';
import { LARGE_WORK, largeNetwork } from './plan-days';
import { row } from './report';
import { readSet, SETS, type Instance } from './vrp';

const folder = process.env.VRP_FOLDER;
const seconds = Number(process.env.VRP_SECONDS ?? 1);
const fixed = process.env.VRP_ITERATIONS ? Number(process.env.VRP_ITERATIONS) : null;
const SEED = 1;
/** Li & Lim's answers are compared by whether they are the best known: within so many percent. */
const SAME = 0.1;
const HOUR = 3_600_000;

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const signed = (percent: number) => `${percent < 0 ? '' : '+'}${percent.toFixed(2)} %`;

for (const set of SETS) {
  test.skipIf(!folder)(
    set.name,
    () => {
      const instances = readSet(folder ?? '', set);
      warmUp(instances);
      const solved = instances.map((instance) => ({ ...instance, ...solve(instance) }));
      for (const { name, length, known, drivers, vehicles, gap } of solved)
        console.log(
          `${name.padEnd(8)} ${length.toFixed(2).padStart(9)} ${known.toFixed(2).padStart(9)}`,
          `${signed(gap).padStart(9)}  ${String(drivers).padStart(2)} of ${String(vehicles)} vehicles`,
        );
      const gaps = solved.map(({ gap }) => gap);
      const broken = solved.reduce((sum, { violations }) => sum + violations, 0);
      const same = (100 * gaps.filter((gap) => gap <= SAME).length) / Math.max(1, gaps.length);
      const sum = (pick: 'drivers' | 'vehicles') => solved.reduce((total, one) => total + one[pick], 0);
      console.log(
        `${set.name} ${String(solved.length)} instances mean ${signed(mean(gaps))}`,
        `(${same.toFixed(1)} % within ${String(SAME)} % or better, worst ${signed(Math.max(...gaps))};`,
        `${String(sum('drivers'))} vehicles, best known ${String(sum('vehicles'))};`,
        `${mean(solved.map(({ cpu }) => cpu)).toFixed(2)} s of one core each;`,
        `rule violations ${String(broken)})`,
      );
      if (set.name === 'solomon')
        row(`plan, Solomon, ${given()}: above the best known`, { unit: '%', ours: mean(gaps), goal: '≤ 1' });
      else
        row(`plan, Li & Lim, ${given()}: as good as the best known`, { unit: '%', ours: same, goal: '≥ 92' });
      row(`… rule violations, ${set.name}`, { unit: '', ours: broken, goal: '≤ 0' });
    },
    HOUR,
  );
}

const given = () => (fixed === null ? `${String(seconds)} s` : `${String(fixed)} iterations`);

/** Processor time, as other programs change what a clock shows. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function solve({ problem, known }: Instance) {
  const before = process.cpuUsage();
  const share = fixed === null ? () => cpuSince(before) / seconds : iterations(fixed);
  const plan = planDay(problem, SEED, share);
  const cpu = cpuSince(before);
  const violations = violationsOf(problem, plan);
  for (const violation of violations) console.log(JSON.stringify(violation));
  const { length, drivers } = plan.totals;
  // A task that is left out makes a plan shorter: it counts as a broken rule.
  const broken = violations.length + plan.unplanned.length;
  return { cpu, violations: broken, length, drivers, gap: 100 * (length / known - 1) };
}

/** The first search pays for compiling the code. */
function warmUp([first]: Instance[]): void {
  if (first) planDay(first.problem, SEED, iterations(3_000));
}

test.skipIf(!folder)('a large network', () => {
  const problem = largeNetwork(40, 300);
  const before = process.cpuUsage();
  const plan = planDay(problem, SEED, iterations(LARGE_WORK));
  const cpu = cpuSince(before);
  const longer = planDay(problem, SEED + 1, iterations(LARGE_WORK * 10));
  expect(violationsOf(problem, plan)).toEqual([]);
  console.log(
    `40 drivers, 300 tasks: ${cpu.toFixed(2)} s of one core, ${String(plan.unplanned.length)} unplanned,`,
    `${String(plan.totals.lateStops)} late stops; cost ${signed(100 * (weigh(problem, plan) / weigh(problem, longer) - 1))}`,
    'above a search ten times as long',
  );
  row('plan of 40 drivers and 300 tasks, CPU', { unit: 's', ours: cpu, goal: '≤ 2' });
});

function weigh({ costs }: PlanProblem, { totals }: ReturnType<typeof planDay>): number {
  return totals.length + costs.late * totals.late + costs.overtime * totals.overtime;
}
