/**
 * Measures the optimizer on made-up days: pairs, urgent stops, promised times, roads that differ by direction.
 * `npm run bench -- --routes [SIZES]`. There are no published optima. The best known result comes from much longer
 * searches with other seeds.
 */
import { test } from 'vitest';
import {
  costOfOrder,
  iterationsFor,
  optimizeOrder,
  type OrderProblem,
} from '~/domain/scheduling/route-optimizer/optimizer';
import { randomFrom } from '~/domain/scheduling/route-optimizer/search';

const DAYS = 8;
const LONGER = 10;
const OTHER_SEEDS = [101, 102, 103];

type Rules = Pick<OrderProblem, 'rank' | 'before'>;
type Kind = { name: string; rulesOf: (stops: number, random: () => number) => Rules };

const free = (stops: number): Rules => ({ rank: new Uint8Array(stops), before: [] });

const KINDS: Kind[] = [
  { name: 'free', rulesOf: free },
  {
    name: '20 % urgent',
    rulesOf: (stops, random) => ({
      rank: Uint8Array.from({ length: stops }, () => (random() < 0.2 ? 0 : 1)),
      before: [],
    }),
  },
  {
    name: '60 % in pairs',
    rulesOf: (stops) => ({
      rank: new Uint8Array(stops),
      before: Array.from(
        { length: Math.floor(stops * 0.3) },
        (_, i) => [1 + 2 * i, 2 + 2 * i] as [number, number],
      ),
    }),
  },
];

/** Roads are not straight, and one direction takes longer than the other. */
function roads(stops: number, random: () => number): Float64Array {
  const points = Array.from({ length: stops }, () => [random() * 3_000, random() * 3_000] as const);
  return Float64Array.from({ length: stops * stops }, (_, cell) => {
    const [from, to] = [Math.floor(cell / stops), cell % stops];
    const [a, b] = [points[from] ?? [0, 0], points[to] ?? [0, 0]];
    return from === to ? 0 : Math.round(60 + Math.hypot(a[0] - b[0], a[1] - b[1]) * (1.1 + 0.4 * random()));
  });
}

const sizes = process.env.ROUTES_BENCH?.split(',').map(Number) ?? [];

test.skipIf(sizes.length === 0)('made-up days', () => {
  console.log('stops  rules            mean gap %   worst   mean ms');
  for (const stops of sizes) for (const kind of KINDS) measure(stops, kind);
});

function measure(stops: number, { name, rulesOf }: Kind): void {
  const days = stops > 200 ? 2 : DAYS;
  const results = Array.from({ length: days }, (_, day) => {
    const random = randomFrom(stops * 1_000 + day);
    const problem: OrderProblem = {
      costs: roads(stops, random),
      start: 0,
      end: 'free',
      ...rulesOf(stops, random),
      current: Array.from({ length: stops }, (__, stop) => stop),
      seed: 1,
      iterations: iterationsFor(stops, name !== 'free'),
    };
    const begun = performance.now();
    const ours = costOfOrder(problem, optimizeOrder(problem));
    const ms = performance.now() - begun;
    const longer = stops > 200 ? 3 : LONGER;
    const others = OTHER_SEEDS.map((seed) =>
      costOfOrder(problem, optimizeOrder({ ...problem, seed, iterations: problem.iterations * longer })),
    );
    return { gap: 100 * (ours / Math.min(ours, ...others) - 1), ms };
  });
  const mean = (pick: (result: { gap: number; ms: number }) => number) =>
    results.reduce((sum, result) => sum + pick(result), 0) / days;
  const worst = Math.max(...results.map(({ gap }) => gap));
  console.log(
    [
      String(stops).padStart(5),
      name.padEnd(15),
      mean(({ gap }) => gap)
        .toFixed(2)
        .padStart(11),
      worst.toFixed(2).padStart(7),
      mean(({ ms }) => ms)
        .toFixed(0)
        .padStart(9),
    ].join('  '),
  );
}
