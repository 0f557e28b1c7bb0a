import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { Tinypool } from 'tinypool';
import { expect, test } from 'vitest';
import {
  costOfOrder,
  iterationsFor,
  optimizeOrder,
  type OrderProblem,
} from '~/domain/scheduling/route-optimizer/optimizer';
import { acyclic, raiseRanks } from '~/domain/scheduling/route-optimizer/order-problem';

/** A cost is a whole number or, rarely, Infinity for no road. */
const cost = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 0, max: 100 }) },
  { weight: 1, arbitrary: fc.constant(Infinity) },
);

function problems(minStops: number, maxStops: number): fc.Arbitrary<OrderProblem> {
  return fc.integer({ min: minStops, max: maxStops }).chain((n) => {
    const stop = fc.integer({ min: 0, max: n - 1 });
    return fc.record({
      costs: fc.array(cost, { minLength: n * n, maxLength: n * n }).map((costs) => Float64Array.from(costs)),
      start: fc.option(stop),
      end: fc.oneof(fc.constant('free' as const), fc.constant('start' as const), stop),
      rank: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: n, maxLength: n }),
      before: fc.array(fc.tuple(stop, stop), { maxLength: n }),
      current: fc.shuffledSubarray(
        Array.from({ length: n }, (_, i) => i),
        { minLength: n },
      ),
      seed: fc.integer(),
      iterations: fc.constant(200),
      promises: fc.option(
        fc.record({
          due: fc.array(fc.oneof(fc.integer({ min: -50, max: 300 }), fc.constant(Infinity)), {
            minLength: n,
            maxLength: n,
          }),
          begin: fc.integer({ min: 0, max: 20 }),
          service: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: n, maxLength: n }),
          weight: fc.integer({ min: 0, max: 9 }),
        }),
        { nil: undefined },
      ),
    });
  });
}

/** Finds the ends and the allowed orders with a second, slow implementation. */
function rulesOf({ start, end, rank, before, current }: OrderProblem) {
  const first = start ?? (end === 'start' ? (current[0] ?? null) : null);
  const last = typeof end === 'number' && end !== first ? end : null;
  const pairs = acyclic(
    current.length,
    before.filter((pair) => pair.every((stop) => stop !== first && stop !== last)),
  );
  const ranks = Uint8Array.from(rank);
  raiseRanks(ranks, pairs);
  const isAllowed = (order: number[]) => {
    const place = new Map(order.map((stop, index) => [stop, index]));
    const at = (stop: number) => place.get(stop) ?? -1;
    const inner = order.filter((stop) => stop !== first && stop !== last);
    return (
      (first === null || order[0] === first) &&
      (last === null || order[order.length - 1] === last) &&
      inner.every((stop, i) => i === 0 || (ranks[inner[i - 1] ?? 0] ?? 0) <= (ranks[stop] ?? 0)) &&
      pairs.every(([a, b]) => at(a) < at(b))
    );
  };
  return { first, last, isAllowed };
}

/** Counts steps without a road as very expensive, so that they are avoided first. */
function weigh(problem: OrderProblem, order: number[]): number {
  const finite = problem.costs.map((value) => (Number.isFinite(value) ? value : 1e6));
  return costOfOrder({ ...problem, costs: finite }, order) + lateness({ ...problem, costs: finite }, order);
}

/** Computes the cost of lateness with a second implementation. */
function lateness({ costs, promises, start, end, current }: OrderProblem, order: number[]): number {
  if (!promises) return 0;
  const hasStart = start !== null || end === 'start';
  const isEnd = (stop: number) => stop === end && stop !== order[0];
  let [clock, late] = [promises.begin, 0];
  order.forEach((stop, i) => {
    if (i > 0) clock += costs[(order[i - 1] ?? 0) * current.length + stop] ?? 0;
    if ((i === 0 && hasStart) || isEnd(stop)) return;
    late += Math.max(0, clock - (promises.due[stop] ?? Infinity));
    clock += promises.service[stop] ?? 0;
  });
  return promises.weight * late;
}

function* permutations(stops: number[]): Generator<number[]> {
  if (stops.length <= 1) yield stops;
  for (const stop of stops)
    for (const rest of permutations(stops.filter((other) => other !== stop))) yield [stop, ...rest];
}

const isPermutation = (order: number[], n: number) => order.length === n && new Set(order).size === n;

test('a small problem: as cheap as the cheapest order that keeps every rule', () => {
  fc.assert(
    fc.property(problems(1, 7), (problem) => {
      const order = optimizeOrder(problem);
      const { isAllowed } = rulesOf(problem);
      expect(isPermutation(order, problem.current.length)).toBe(true);
      expect(isAllowed(order)).toBe(true);
      const least = [...permutations([...problem.current])]
        .filter(isAllowed)
        .reduce((best, other) => Math.min(best, weigh(problem, other)), Infinity);
      expect(weigh(problem, order)).toBe(least);
    }),
    { numRuns: 400 },
  );
});

test('a larger problem: every rule kept, never worse than it stands, the same each time', () => {
  fc.assert(
    fc.property(problems(13, 40), (problem) => {
      const order = optimizeOrder(problem);
      const { isAllowed } = rulesOf(problem);
      expect(isPermutation(order, problem.current.length)).toBe(true);
      expect(isAllowed(order)).toBe(true);
      const stands = [...problem.current];
      if (isAllowed(stands)) expect(weigh(problem, order)).toBeLessThanOrEqual(weigh(problem, stands));
      expect(optimizeOrder(problem)).toEqual(order);
    }),
    { numRuns: 200 },
  );
});

test('promised times: many stops are worth a detour, and without lateness nothing changes', () => {
  const n = 40;
  const problem = planar(scattered(n), { start: 0 });
  const shortest = optimizeOrder(problem);
  const legs = shortest.map((stop, i) => (i === 0 ? 0 : costOfOrder(problem, shortest.slice(0, i + 1))));
  const due = Array.from({ length: n }, (_, stop) => (legs[shortest.indexOf(stop)] ?? 0) + 1);
  const promises = { due, begin: 0, service: due.map(() => 0), weight: 5 };
  expect(optimizeOrder({ ...problem, promises })).toEqual(shortest);
  const last = shortest[n - 1] ?? 0;
  const hurried = { ...promises, due: due.map((_, stop) => (stop === last ? 500 : Infinity)) };
  const order = optimizeOrder({ ...problem, promises: hurried });
  expect(isPermutation(order, n)).toBe(true);
  const weight = (each: number[]) =>
    costOfOrder(problem, each) + lateness({ ...problem, promises: hurried }, each);
  expect(weight(order)).toBeLessThan(0.7 * weight(shortest));
  expect(order.indexOf(last)).toBeLessThan(n / 2);
});

test('the search finds what is known to be best at the size where solving ends', () => {
  // The points are on a circle, and the start is one of them. Driving around it is the cheapest, in either direction.
  for (const n of [12, 13, 30]) {
    const points = Array.from({ length: n }, (_, i): [number, number] => [
      Math.cos((i * 2 * Math.PI) / n),
      Math.sin((i * 2 * Math.PI) / n),
    ]);
    const problem = planar(points, { start: 0, end: 'start' });
    const around = 2 * n * Math.sin(Math.PI / n);
    expect(costOfOrder(problem, optimizeOrder(problem))).toBeCloseTo(around, 6);
  }
});

function planar(points: [number, number][], more: Partial<OrderProblem> = {}): OrderProblem {
  const n = points.length;
  const costs = new Float64Array(n * n);
  points.forEach(([x, y], row) =>
    points.forEach(([u, v], column) => (costs[row * n + column] = Math.hypot(x - u, y - v))),
  );
  return {
    costs,
    start: null,
    end: 'free',
    rank: new Uint8Array(n),
    before: [],
    // The order visits all points in large steps, which is as bad as the order of entry.
    current: Array.from({ length: n }, (_, i) => (i * 7919) % n),
    seed: 1,
    iterations: iterationsFor(n),
    ...more,
  };
}

const scattered = (n: number) =>
  Array.from({ length: n }, (_, i): [number, number] => [(i * 7001) % 1009, (i * i * 31 + i * 17) % 997]);

test('one stop, two stops, none', () => {
  expect(optimizeOrder(planar([]))).toEqual([]);
  expect(optimizeOrder(planar([[3, 4]]))).toEqual([0]);
  expect(optimizeOrder(planar([[3, 4]], { start: 0, end: 'start' }))).toEqual([0]);
  const two = planar([
    [0, 0],
    [1, 1],
  ]);
  expect(optimizeOrder({ ...two, current: [1, 0] })).toEqual([1, 0]);
  expect(optimizeOrder({ ...two, current: [1, 0], start: 0 })).toEqual([0, 1]);
  expect(optimizeOrder({ ...two, current: [1, 0], before: [[0, 1]] })).toEqual([0, 1]);
});

test('stops at one and the same point stay as they stand', () => {
  for (const n of [5, 60]) {
    const problem = planar(Array.from({ length: n }, () => [2, 2] as [number, number]));
    expect(optimizeOrder(problem)).toEqual(problem.current);
  }
});

test('a stop that no way leads to comes last', () => {
  for (const n of [8, 30]) {
    const problem = planar(scattered(n), { start: 0 });
    for (let i = 0; i < n; i += 1) {
      if (i === 4) continue;
      problem.costs[i * n + 4] = Infinity;
      problem.costs[4 * n + i] = Infinity;
    }
    expect(optimizeOrder(problem)[n - 1]).toBe(4);
  }
});

test('500 stops, with urgent ones and pairs', () => {
  const n = 500;
  const problem = planar(scattered(n), {
    start: 0,
    rank: Uint8Array.from({ length: n }, (_, i) => (i % 9 === 0 ? 0 : 1)),
    before: Array.from({ length: 60 }, (_, i): [number, number] => [i * 4 + 1, i * 3 + 200]),
  });
  const order = optimizeOrder(problem);
  expect(isPermutation(order, n)).toBe(true);
  expect(rulesOf(problem).isAllowed(order)).toBe(true);
  expect(costOfOrder(problem, order)).toBeLessThan(0.15 * costOfOrder(problem, problem.current));
});

test('a problem that contradicts itself is refused', () => {
  const problem = planar(scattered(5));
  expect(() => optimizeOrder({ ...problem, current: [0, 1, 2, 3, 3] })).toThrow(RangeError);
  expect(() => optimizeOrder({ ...problem, start: 5 })).toThrow(RangeError);
  expect(() => optimizeOrder({ ...problem, rank: [0] })).toThrow(RangeError);
  expect(() => optimizeOrder({ ...problem, costs: problem.costs.map(() => -1) })).toThrow(RangeError);
});

test('the thread that searches says why it could not', async () => {
  const filename = fileURLToPath(new URL('../../build/route-worker.js', import.meta.url));
  const pool = new Tinypool({ filename, minThreads: 1, maxThreads: 1 });
  await expect(pool.run({ ...planar(scattered(5)), start: 5 }, { name: 'order' })).rejects.toThrow(
    RangeError,
  );
  await pool.destroy();
});
