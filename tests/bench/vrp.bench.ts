/** Compares plans over several drivers with the best known ones. `npm run bench -- --vrp FOLDER` */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tinypool } from 'tinypool';
import { expect, test } from 'vitest';
import { violationsOf } from '~/modules/day-plans/fleet-optimizer/checker';
import { iterations, planDay } from '~/modules/day-plans/fleet-optimizer/plan-fleet';
import type { PlanProblem } from '~/modules/day-plans/fleet-optimizer/plan-problem';
import {
  CONTROL,
  expectedSeconds,
  ITERATIONS,
  paceAfter,
  type PlanInput,
  usualSeconds,
} from '~/modules/day-plans/searches';
import { LARGE_WORK, largeNetwork } from './plan-days';
import { row } from './report';
import { mean, readSet, SETS, signed, solutionText, type Instance } from './vrp';

const folder = process.env.VRP_FOLDER;
/** The folder for the answers; empty writes none. */
const out = process.env.VRP_OUT ?? '';
const seconds = Number(process.env.VRP_SECONDS ?? 1);
const fixed = process.env.VRP_ITERATIONS ? Number(process.env.VRP_ITERATIONS) : null;
const SEED = 1;
/** A result within this many percent of the best known length counts as equally good. */
const SAME = 0.1;
const HOUR = 3_600_000;
/** Numbers of drivers and tasks. `usualSeconds` is fitted to the measured times. */
const SIZES = [
  [5, 30],
  [5, 75],
  [8, 40],
  [10, 75],
  [10, 150],
  [20, 150],
  [20, 300],
  [40, 75],
  [40, 300],
  [40, 1_000],
] as const;

for (const set of SETS) {
  test.skipIf(!folder)(
    set.name,
    () => {
      const instances = readSet(folder ?? '', set);
      if (instances.length === 0) return;
      warmUp(instances);
      const solved = instances.map((instance) => ({ ...instance, ...solve(instance) }));
      for (const { name, length, known, drivers, vehicles, gap } of solved)
        console.log(
          `${name.padEnd(8)} ${length.toFixed(2).padStart(9)} ${known.toFixed(2).padStart(9)}`,
          `${signed(gap).padStart(9)}  ${String(drivers).padStart(2)} of ${String(vehicles)} vehicles`,
        );
      if (out) for (const one of solved) write(one);
      const gaps = solved.map(({ gap }) => gap);
      const broken = solved.reduce((sum, { violations }) => sum + violations, 0);
      const percent = (count: number) => (100 * count) / Math.max(1, solved.length);
      const isSame = ({ gap }: Solved) => gap <= SAME;
      // One more vehicle makes routes shorter, and one fewer makes them longer.
      const isSameOrFewer = (one: Solved) =>
        one.drivers < one.vehicles || (one.drivers === one.vehicles && isSame(one));
      const short = percent(solved.filter(isSame).length);
      const withFleet = percent(solved.filter(isSameOrFewer).length);
      const sum = (pick: 'drivers' | 'vehicles') => solved.reduce((total, one) => total + one[pick], 0);
      console.log(
        `${set.name} ${String(solved.length)} instances mean ${signed(mean(gaps))}`,
        `(${short.toFixed(1)} % within ${String(SAME)} % of the best known length or shorter,`,
        `worst ${signed(Math.max(...gaps))};`,
        `${String(sum('drivers'))} vehicles, best known ${String(sum('vehicles'))};`,
        ...(set.driver > 0 ? [`vehicles counted first, ${withFleet.toFixed(1)} % as good;`] : []),
        `${mean(solved.map(({ cpu }) => cpu)).toFixed(2)} s of one core each;`,
        `rule violations ${String(broken)})`,
      );
      if (set.name === 'solomon')
        row(`plan, Solomon, ${given()}: above the best known`, {
          unit: '%',
          ours: mean(gaps),
          goal: solomonGoal(),
        });
      else {
        row(`plan, Li & Lim, ${given()}: within ${String(SAME)} % of the best known length`, {
          unit: '%',
          ours: short,
          goal: '≥ 92',
        });
      }
      row(`… rule violations, ${set.name}`, { unit: '', ours: broken, goal: '≤ 0' });
    },
    HOUR,
  );
}

const given = () => (fixed === null ? `${String(seconds)} s` : `${String(fixed)} iterations`);

/** The goal in percent. Longer searches should come closer. */
const solomonGoal = () => (seconds >= 10 ? '≤ 0.5' : seconds >= 1 ? '≤ 1' : '≤ 1.7');

/** Returns processor time, because elapsed time depends on other programs. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function write({ name, problem, plan }: Solved): void {
  mkdirSync(out, { recursive: true });
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(join(out, `${name}.txt`), solutionText(name, problem, plan, day));
}

type Solved = Instance & ReturnType<typeof solve>;

function solve({ problem, known }: Instance) {
  const before = process.cpuUsage();
  const share = fixed === null ? () => cpuSince(before) / seconds : iterations(fixed);
  const plan = planDay(problem, SEED, share);
  const cpu = cpuSince(before);
  const violations = violationsOf(problem, plan);
  for (const violation of violations) console.log(JSON.stringify(violation));
  const { length, drivers } = plan.totals;
  // A plan that leaves out a task is shorter, so this counts as a broken rule.
  const broken = violations.length + plan.unplanned.length;
  return { plan, cpu, violations: broken, length, drivers, gap: 100 * (length / known - 1) };
}

/** The first search includes the compilation of the code. */
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

test.skipIf(!folder)('what a very large network takes', () => {
  const start = memory();
  const problem = largeNetwork(40, 1_000);
  const before = process.cpuUsage();
  let [first, most] = [0, 0];
  const plan = planDay(problem, SEED, (done) => {
    if (done === 0) first = cpuSince(before);
    most = Math.max(most, memory());
    return done / LARGE_WORK;
  });
  const each = (1_000 * (cpuSince(before) - first)) / LARGE_WORK;
  expect(violationsOf(problem, plan)).toEqual([]);
  console.log(
    `40 drivers, 1,000 tasks: ${first.toFixed(2)} s of one core for the first plan, ${each.toFixed(2)} ms for each iteration,`,
    `at most ${(most - start).toFixed(0)} MiB`,
  );
});

test.skipIf(!folder)(
  'how long a plan takes, and what people are told before',
  async () => {
    let pace: number | null = null;
    for (const [drivers, tasks] of SIZES) {
      const [first, said] = [null, pace].map((known) => expectedSeconds(tasks, drivers, known));
      const begun = performance.now();
      await planInThread(largeNetwork(drivers, tasks));
      const took = (performance.now() - begun) / 1_000;
      console.log(
        `${String(drivers)} drivers, ${String(tasks)} tasks: said ${String(first)} s before any plan,`,
        `${String(said)} s with the pace of those before; took ${took.toFixed(1)} s`,
      );
      pace = paceAfter(pace, took / usualSeconds(tasks, drivers));
    }
  },
  HOUR,
);

/** Plans as the application does: the searches run in a thread of their own, which is new each time. */
async function planInThread(few: PlanProblem): Promise<void> {
  const problem = { ...few, costs: { ...few.costs, moved: 60 } };
  const input: PlanInput = {
    problems: { insert: { ...few, mayMove: false }, order: few, few: problem, free: few },
    iterations: ITERATIONS,
    control: new Int32Array(new SharedArrayBuffer(CONTROL.size * Int32Array.BYTES_PER_ELEMENT)),
  };
  const filename = new URL('../../build/route-worker.js', import.meta.url);
  const pool = new Tinypool({ filename, minThreads: 1, maxThreads: 1 });
  await pool.run(input, { name: 'plan' });
  await pool.destroy();
}

/** Returns MiB. Garbage counts until it is collected. */
function memory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

function weigh({ costs }: PlanProblem, { totals }: ReturnType<typeof planDay>): number {
  return totals.length + costs.late * totals.late + costs.overtime * totals.overtime;
}
