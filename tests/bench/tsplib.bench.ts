/** Compares the optimizer's tours with the published optima. `npm run bench -- --tsplib FOLDER` */
import { test } from 'vitest';
import { costOfOrder, iterationsFor, optimizeOrder } from '~/domain/scheduling/route-optimizer/optimizer';
import { percentile } from './load';
import { row } from './report';
import { readInstances, type Instance } from './tsplib';

const folder = process.env.TSPLIB_FOLDER;
const SEED = 1;
/** A search can fail from this many stops on, so each larger instance is solved from several seeds. */
const LARGE = 130;
const SEEDS = 8;

test.skipIf(!folder)('TSPLIB', () => {
  const instances = readInstances(folder ?? '');
  warmUp(instances);
  const results = instances.map((instance) => ({ ...instance, ...solve(instance, SEED) }));
  const line = (...cells: string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(10) : cell.padStart(10))).join(' ');
  console.log(line('instance', 'published', 'ours', 'gap %', 'ms'));
  for (const { name, optimum, ours, ms } of results)
    console.log(line(name, String(optimum ?? '–'), String(ours), percent(ours, optimum), ms.toFixed(0)));
  const known = results.flatMap(({ optimum, ours }) => (optimum ? [100 * (ours / optimum - 1)] : []));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  console.log(
    `Optimal: ${String(known.filter((gap) => gap === 0).length)} of ${String(known.length)};`,
    `mean gap ${(sum(known) / Math.max(1, known.length)).toFixed(3)} %;`,
    `mean ${(sum(results.map(({ ms }) => ms)) / Math.max(1, results.length)).toFixed(0)} ms`,
  );
});

test.skipIf(!folder)('TSPLIB, large instances from several seeds', () => {
  const large = readInstances(folder ?? '').filter(
    ({ stopCount, optimum }) => stopCount >= LARGE && optimum !== null,
  );
  const runs = large.flatMap((instance) =>
    Array.from({ length: SEEDS }, (_, seed) => ({ ...solve(instance, seed + 1), optimum: instance.optimum })),
  );
  const best = runs.filter(({ ours, optimum }) => ours === optimum).length;
  row(`stop order, TSPLIB from ${String(LARGE)} stops on, ${String(runs.length)} searches: optimal`, {
    unit: '%',
    ours: (100 * best) / runs.length,
    goal: '≥ 95',
  });
  row('… CPU of the slowest of them', {
    unit: 'ms',
    ours: percentile(
      runs.map(({ ms }) => ms),
      1,
    ),
    goal: '≤ 300',
  });
});

const percent = (ours: number, optimum: number | null) =>
  optimum ? (100 * (ours / optimum - 1)).toFixed(3) : '–';

/** The first search includes the compilation of the code. */
function warmUp([smallest]: Instance[]): void {
  if (smallest) solve(smallest, SEED);
}

/** Returns milliseconds of processor time, because elapsed time depends on other programs. */
function solve({ stopCount, costs }: Instance, seed: number): { ours: number; ms: number } {
  const problem = {
    costs,
    start: 0,
    end: 'start' as const,
    rank: new Uint8Array(stopCount),
    before: [],
    current: Array.from({ length: stopCount }, (_, stop) => stop),
    seed,
    iterations: iterationsFor(stopCount),
  };
  const before = process.cpuUsage();
  const order = optimizeOrder(problem);
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000, ours: costOfOrder(problem, order) };
}
