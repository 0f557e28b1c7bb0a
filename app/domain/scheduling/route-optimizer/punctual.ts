/** Finds orders with promised times: the cost is driving plus weighted delay. */
import { EXACT_UP_TO, requiredBefore } from './exact';
import type { Model } from './order-model';
import { randomFrom } from './search';

/** The cost of an order, delay included. */
export function weigh(model: Model, nodes: ArrayLike<number>): number {
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
export function punctualOrder(model: Model, order: Int32Array, iterations: number, seed: number): Int32Array {
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
