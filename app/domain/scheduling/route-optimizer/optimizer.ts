/** Finds the order of stops with the least cost. Pure and deterministic. Safe in the browser. */
import { type Model, modelOf } from './order-model';
import { inOrder, leastFirst, randomFrom, searchOrder } from './search';
import type { OrderProblem } from './order-problem';

/** Solves small problems exactly: dynamic programming over sets of stops (Held–Karp). */

/** 4,096 sets × 12 last stops: about two milliseconds. */
const EXACT_UP_TO = 12;

/** The cheapest order that keeps every rule. */
function exactOrder(model: Model): Int32Array {
  const { stopCount: n, size, costs } = model;
  const required = requiredBefore(model);
  const sets = 1 << n;
  const least = new Float64Array(sets * n).fill(Infinity);
  const previous = new Int8Array(sets * n).fill(-1);
  const cost = (from: number, to: number) => costs[from * size + to] ?? 0;
  const isOpen = (stop: number, visited: number) => ((required[stop] ?? 0) & ~visited) === 0;

  for (let stop = 0; stop < n; stop += 1)
    if (isOpen(stop, 0)) least[(1 << stop) * n + stop] = cost(0, stop + 1);
  for (let visited = 1; visited < sets; visited += 1) {
    for (let last = 0; last < n; last += 1) {
      const soFar = least[visited * n + last] ?? Infinity;
      if (soFar === Infinity) continue;
      for (let next = 0; next < n; next += 1) {
        if (visited & (1 << next) || !isOpen(next, visited)) continue;
        const at = (visited | (1 << next)) * n + next;
        const total = soFar + cost(last + 1, next + 1);
        if (total >= (least[at] ?? Infinity)) continue;
        least[at] = total;
        previous[at] = last;
      }
    }
  }

  let [last, best] = [-1, Infinity];
  for (let stop = 0; stop < n; stop += 1) {
    const total = (least[(sets - 1) * n + stop] ?? Infinity) + cost(stop + 1, size - 1);
    if (total < best) [last, best] = [stop, total];
  }
  const order = new Int32Array(n);
  for (let visited = sets - 1, i = n - 1; i >= 0; i -= 1) {
    order[i] = last + 1;
    const from = previous[visited * n + last] ?? -1;
    visited &= ~(1 << last);
    last = from;
  }
  return order;
}

/**
 * Returns for each stop the set of stops that must come before it, as bits: its partners, and all of a lower
 * rank.
 */
function requiredBefore({ stopCount, rank, before }: Model): Int32Array {
  return Int32Array.from({ length: stopCount }, (_, stop) => {
    let bits = 0;
    for (const node of before[stop + 1] ?? []) bits |= 1 << (node - 1);
    for (let other = 0; other < stopCount; other += 1)
      if ((rank[other + 1] ?? 0) < (rank[stop + 1] ?? 0)) bits |= 1 << other;
    return bits;
  });
}

/** Finds orders with promised times: the cost is driving plus weighted delay. */

/** The cost of an order, delay included. */
function weigh(model: Model, nodes: ArrayLike<number>): number {
  const { promises, stopCount } = model;
  const cost = model.costOf(nodes);
  if (!promises) return cost;
  let [late, clock, at] = [0, promises.begin, 0];
  for (let i = 0; i < stopCount; i += 1) {
    const node = nodes[i] ?? 0;
    clock += model.legOf(at, node);
    late += Math.max(0, clock - (promises.due[node] ?? Infinity));
    clock += promises.service[node] ?? 0;
    at = node;
  }
  return cost + promises.weight * late;
}

/**
 * Returns an order that keeps every rule and costs no more than `order`: the cheapest one when there are few
 * stops.
 */
function punctualOrder(model: Model, order: Int32Array, iterations: number, seed: number): Int32Array {
  // A shortest route without delay can't be improved.
  if (weigh(model, order) <= model.costOf(order)) return order;
  return model.stopCount <= EXACT_UP_TO ? exactly(model) : cooled(model, order, iterations, seed);
}

/** A state: its end time, the delay so far, and the state before. */
type Label = { clock: number; late: number; node: number; previous: Label | null };

/**
 * Uses dynamic programming over sets of stops. A state is dropped only when another has both an earlier time
 * and less delay.
 */
function exactly(model: Model): Int32Array {
  const { stopCount: n, size, promises } = model;
  if (!promises) throw new Error('Nothing is promised');
  const { due, begin, service, weight } = promises;
  const required = requiredBefore(model);
  const labels = new Map<number, Label[]>();
  const reach = (visited: number, from: Label | null, stop: number) => {
    if (visited & (1 << stop) || (required[stop] ?? 0) & ~visited) return;
    const node = stop + 1;
    const arrival = (from?.clock ?? begin) + model.legOf(from?.node ?? 0, node);
    const late = (from?.late ?? 0) + Math.max(0, arrival - (due[node] ?? Infinity));
    const label: Label = { clock: arrival + (service[node] ?? 0), late, node, previous: from };
    const state = (visited | (1 << stop)) * n + stop;
    const known = labels.get(state) ?? [];
    if (known.some((other) => other.clock <= label.clock && other.late <= label.late)) return;
    labels.set(state, [
      ...known.filter((other) => other.clock < label.clock || other.late < label.late),
      label,
    ]);
  };
  for (let stop = 0; stop < n; stop += 1) reach(0, null, stop);
  for (let visited = 1; visited < 1 << n; visited += 1)
    for (let last = 0; last < n; last += 1)
      for (const label of labels.get(visited * n + last) ?? [])
        for (let stop = 0; stop < n; stop += 1) reach(visited, label, stop);

  const all = (1 << n) - 1;
  const ends = Array.from({ length: n }, (_, last) => labels.get(all * n + last) ?? []).flat();
  const weightOf = ({ clock, late, node }: Label) => clock + model.legOf(node, size - 1) + weight * late;
  let best: Label | null = ends.reduce((least, other) => (weightOf(other) < weightOf(least) ? other : least));
  const order = new Int32Array(n);
  for (let i = n - 1; i >= 0 && best; i -= 1) {
    order[i] = best.node;
    best = best.previous;
  }
  return order;
}

const STEPS_PER_ITERATION = 3;
const LONGEST_SEGMENT = 4;

/** Simulated annealing: moves random segments. */
function cooled(model: Model, start: Int32Array, iterations: number, seed: number): Int32Array {
  const { stopCount: n } = model;
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  let [order, next] = [start.slice(), start.slice()];
  let weight = weigh(model, order);
  let least = weight;
  const best = start.slice();
  const warmth = model.costOf(start) / (n + 1) / 2;
  const steps = STEPS_PER_ITERATION * iterations;
  for (let step = 0; step < steps; step += 1) {
    const length = 1 + below(LONGEST_SEGMENT);
    next.set(order);
    moveSegment(next, below(n - length + 1), length, below(n - length + 1), random() < 0.5);
    if (!keepsRules(model, next)) continue;
    const now = weigh(model, next);
    if (now > weight - warmth * (1 - step / steps) * Math.log(random() || 1e-9)) continue;
    [order, next] = [next, order];
    weight = now;
    if (weight >= least) continue;
    least = weight;
    best.set(order);
  }
  return best;
}

function moveSegment(order: Int32Array, from: number, length: number, to: number, isTurned: boolean): void {
  const segment = order.slice(from, from + length);
  if (isTurned) segment.reverse();
  if (to < from) order.copyWithin(to + length, to, from);
  else order.copyWithin(from, from + length, to + length);
  order.set(segment, to);
}

function keepsRules({ rank, before, hasPairs }: Model, order: Int32Array): boolean {
  let highest = 0;
  for (const node of order) {
    const level = rank[node] ?? 0;
    if (level < highest) return false;
    highest = level;
  }
  if (!hasPairs) return true;
  const seen = new Set<number>();
  for (const node of order) {
    if ((before[node] ?? []).some((first) => !seen.has(first))) return false;
    seen.add(node);
  }
  return true;
}

export { costOfOrder, iterationsFor, type OrderProblem } from './order-problem';

/**
 * Returns every stop once: ranks ascending, each pair in its order, a fixed start first and a fixed end last.
 * The order never costs more than `current`, which is returned when nothing is cheaper. A `current` that
 * breaks a rule is first changed until it keeps all rules.
 * @throws RangeError when the problem contradicts itself (sizes, a `current` that is no permutation).
 */
export function optimizeOrder(problem: OrderProblem): number[] {
  const model = modelOf(problem);
  const current = inOrder(model);
  const shortest =
    model.stopCount <= EXACT_UP_TO
      ? exactOrder(model)
      : searchOrder(model, [current, leastFirst(model)], problem.iterations, problem.seed);
  const found = model.promises ? punctualOrder(model, shortest, problem.iterations, problem.seed) : shortest;
  // The search uses rounded costs, so the orders are compared by the caller's numbers.
  return model.answer(weigh(model, found) < weigh(model, current) ? found : current);
}

/** Returns the present order, with as few changes as the rules need. Fast. */
export function presentOrder(problem: OrderProblem): number[] {
  const model = modelOf(problem);
  return model.answer(inOrder(model));
}
