/** How far the optimizer's tours are from the published optima. `npm run bench -- --tsplib FOLDER` */
import { test } from 'vitest';
import { costOfOrder, iterationsFor, optimizeOrder } from '~/domain/routing/optimizer';
import { readInstances, type Instance } from './tsplib';

const folder = process.env.TSPLIB_FOLDER;
const SEED = 1;

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

const percent = (ours: number, optimum: number | null) =>
  optimum ? (100 * (ours / optimum - 1)).toFixed(3) : '–';

/** The first search pays for compiling the code. */
function warmUp([smallest]: Instance[]): void {
  if (smallest) solve(smallest, SEED);
}

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
  const begun = performance.now();
  const order = optimizeOrder(problem);
  return { ms: performance.now() - begun, ours: costOfOrder(problem, order) };
}
