/** Iterated local search with annealing for larger problems: improve, disturb a little, improve again. */
import { settle } from './local';
import type { Model } from './model';
import { neighboursOf } from './neighbours';
import { randomFrom } from './random';
import { Route } from './route';

/** The loss that is accepted at first, in mean steps. */
const WARMTH = 0.5;
const WARMTH_WITH_PAIRS = 1;
const LONGEST_KICK = 50;
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
  route.keep();
  const warmth = (model.hasPairs ? WARMTH_WITH_PAIRS : WARMTH) * meanStep(route) || 0;
  let current = route.cost;
  for (let i = 0; i < iterations; i += 1) {
    if (!kick(route, model, random)) continue;
    settle(route, neighbours);
    const limit = current - warmth * (1 - i / iterations) * Math.log(random() || 1e-9);
    if (route.cost <= limit) {
      note();
      route.keep();
      current = route.cost;
    } else route.restore();
  }
  return best;
}

/** Without the steps where a road is missing: their cost would hide all others. */
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
