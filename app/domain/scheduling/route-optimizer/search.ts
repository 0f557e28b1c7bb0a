/** Iterated local search with annealing for larger problems: improve, disturb a little, improve again. */
import { neighboursOf, settle } from './local';
import type { Model } from './order-model';
import { Route } from './route';

/** The loss that is accepted at the beginning, as a multiple of the mean step. */
const WARMTH = 0.5;
const WARMTH_WITH_PAIRS = 1;
const LONGEST_KICK = 100;
const KICK_TRIES = 12;

/** The best order found, starting from the best of `starts`. */
export function searchOrder(
  model: Model,
  starts: Int32Array[],
  iterations: number,
  seed: number,
): Int32Array {
  const neighbours = neighboursOf(model);
  const route = new Route(model);
  const random = randomFrom(seed);
  let best = new Int32Array(model.stopCount);
  let least = Infinity;
  const note = () => {
    if (route.cost >= least) return;
    least = route.cost;
    best.set(route.at.subarray(1, model.size - 1));
  };
  for (const start of starts) {
    route.load(start);
    note();
    settle(route, neighbours);
    note();
  }
  best = best.slice();
  route.load(best);
  settle(route, neighbours);
  route.save();
  const warmth = (model.hasPairs ? WARMTH_WITH_PAIRS : WARMTH) * meanStep(route) || 0;
  let current = route.cost;
  for (let i = 0; i < iterations; i += 1) {
    if (!kick(route, model, random)) continue;
    settle(route, neighbours);
    const limit = current - warmth * (1 - i / iterations) * Math.log(random() || 1e-9);
    if (route.cost <= limit) {
      note();
      route.save();
      current = route.cost;
    } else route.restore();
  }
  return best;
}

/** Leaves out steps without a road: their cost would dominate the mean. */
function meanStep(route: Route): number {
  let [total, count] = [0, 0];
  for (let p = 1; p < route.at.length; p += 1) {
    const cost = route.between(route.node(p - 1), route.node(p));
    if (cost >= 2 ** 39) continue;
    total += cost;
    count += 1;
  }
  return count === 0 ? 0 : total / count;
}

/** Exchanges two random adjacent segments. */
function kick(route: Route, { stopCount }: Model, random: () => number): boolean {
  for (let tries = 0; tries < KICK_TRIES; tries += 1) {
    const longest = Math.max(1, Math.min(LONGEST_KICK, stopCount >> 1) >> (tries >> 2));
    const i = 1 + Math.floor(random() * stopCount);
    const j = i + Math.floor(random() * longest);
    const k = j + 1 + Math.floor(random() * longest);
    if (!route.maySwap(i, j, k)) continue;
    route.doSwap(i, j, k, route.swapGain(i, j, k));
    return true;
  }
  return false;
}

/** Returns a generator of numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = (seed | 0) ^ 0x9e3779b9 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

/** Returns the present order, with as few changes as the rules need. */
export function inOrder(model: Model): Int32Array {
  return build(model, (_, open) => open[0] ?? 0);
}

/** Takes the cheapest next stop each time (nearest neighbor). */
export function leastFirst(model: Model): Int32Array {
  const { costs, size } = model;
  return build(model, (at, open) => {
    let [best, least] = [open[0] ?? 0, Infinity];
    for (const node of open) {
      const cost = costs[at * size + node] ?? 0;
      if (cost < least) [best, least] = [node, cost];
    }
    return best;
  });
}

/** @param choose picks one of the allowed nodes, which come in the present order. */
function build(model: Model, choose: (at: number, open: number[]) => number): Int32Array {
  const { current, rank, before, after, stopCount } = model;
  const missing = before.map((list) => list.length);
  const left = new Set(current);
  const order = new Int32Array(stopCount);
  let at = 0;
  for (let i = 0; i < stopCount; i += 1) {
    const lowest = [...left].reduce((least, node) => Math.min(least, rank[node] ?? 0), 255);
    const open = [...left].filter((node) => rank[node] === lowest && missing[node] === 0);
    at = choose(at, open);
    left.delete(at);
    for (const then of after[at] ?? []) missing[then] = (missing[then] ?? 0) - 1;
    order[i] = at;
  }
  return order;
}
