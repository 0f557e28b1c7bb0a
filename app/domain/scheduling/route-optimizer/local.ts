/** Local search: 2-opt, moved segments and exchanged segments, until nothing gains. */
import type { Route } from './route';
import type { Model } from './order-model';

/** Tries every queued node, and the nodes that changes have queued again. */
export function settle(route: Route, neighbours: Neighbours): void {
  for (let node = route.take(); node >= 0; node = route.take()) while (improve(route, neighbours, node));
}

function improve(route: Route, neighbours: Neighbours, node: number): boolean {
  const p = route.position[node] ?? 0;
  const last = route.at.length - 1;
  const leave = p === last ? -1 : route.between(node, route.node(p + 1));
  const arrive = p === 0 ? -1 : route.between(route.node(p - 1), node);
  const { next, previous, count } = neighbours;
  const from = node * count;
  for (let n = from; ; n += 1) {
    const other = next[n] ?? -1;
    if (other < 0) break;
    const cost = route.between(node, other);
    if (leave <= cost && arrive <= cost) break;
    const q = route.position[other] ?? 0;
    if (leave > cost && (makeSuccessor(route, p, q) || exchange(route, neighbours, p, q, leave - cost)))
      return true;
    if (arrive > cost && p < last && p > 0 && makeSuccessorReversed(route, p, q)) return true;
  }
  for (let n = from; ; n += 1) {
    const other = previous[n] ?? -1;
    if (other < 0) break;
    const cost = route.between(other, node);
    if (leave <= cost && arrive <= cost) break;
    const r = route.position[other] ?? 0;
    if (arrive > cost && makePredecessor(route, p, r)) return true;
    if (leave > cost && p < last && p > 0 && makePredecessorReversed(route, p, r)) return true;
  }
  return false;
}

/** Tries to make the node at q the successor of the one at p. */
function makeSuccessor(route: Route, p: number, q: number): boolean {
  if (q === p + 1) return false;
  if (q > p && route.tryReverse(p + 1, q)) return true;
  for (let more = 0; more < route.longestSegment; more += 1) {
    if (route.tryMove(p - more, p, q - 1, false)) return true;
    if (route.tryMove(q, q + more, p, false)) return true;
    if (route.tryMove(q - more, q, p, true)) return true;
  }
  return false;
}

/** The same, reversing the segment that begins at p. */
function makeSuccessorReversed(route: Route, p: number, q: number): boolean {
  if (q > p && route.tryReverse(p, q - 1)) return true;
  for (let more = 0; more < route.longestSegment; more += 1)
    if (route.tryMove(p, p + more, q - 1, true)) return true;
  return false;
}

/** Tries to make the node at r the predecessor of the one at p. */
function makePredecessor(route: Route, p: number, r: number): boolean {
  if (r === p - 1) return false;
  if (r < p && route.tryReverse(r, p - 1)) return true;
  for (let more = 0; more < route.longestSegment; more += 1) {
    if (route.tryMove(p, p + more, r, false)) return true;
    if (route.tryMove(r - more, r, p - 1, false)) return true;
    if (route.tryMove(r, r + more, p - 1, true)) return true;
  }
  return false;
}

function makePredecessorReversed(route: Route, p: number, r: number): boolean {
  if (r < p && route.tryReverse(r + 1, p)) return true;
  for (let more = 0; more < route.longestSegment; more += 1)
    if (route.tryMove(p - more, p, r, true)) return true;
  return false;
}

/**
 * Exchanges two segments of any length: q follows p, a neighbor of the node before q follows that node, and p + 1
 * follows the former predecessor of that neighbor.
 */
function exchange(route: Route, { next, count }: Neighbours, p: number, q: number, gained: number): boolean {
  const u = q - 1;
  if (q < 1 || u === p) return false;
  const from = route.node(u);
  const soFar = gained + route.between(from, route.node(q));
  for (let n = from * count; ; n += 1) {
    const other = next[n] ?? -1;
    if (other < 0 || soFar <= route.between(from, other)) return false;
    const t = (route.position[other] ?? 0) - 1;
    if (p < u && u < t) {
      if (route.trySwap(p + 1, u, t)) return true;
    } else if (u < t && t < p) {
      if (route.trySwap(u + 1, t, p)) return true;
    } else if (t >= 0 && t < p && p < u) {
      if (route.trySwap(t + 1, p, u)) return true;
    }
  }
}

/** Lists the cheapest successors and predecessors of every node, which the search tries first. */

const SAME_RANK = 10;
/** A few are enough, because a route has only one step from a rank to the next. */
const NEXT_RANK = 4;
/** One more for an end of the route, and one for the final -1. */
const COUNT = SAME_RANK + NEXT_RANK + 2;

type Neighbours = {
  /** Entries per node in `next` and `previous`. */
  count: number;
  /** Cheapest first; -1 after the last one. */
  next: Int32Array;
  previous: Int32Array;
};

export function neighboursOf({ size, costs, rank }: Model): Neighbours {
  const [first, last] = [0, size - 1];
  const ranks = [...new Set(rank.subarray(1, last))].sort((a, b) => a - b);
  // The ends are one level before the first rank and one after the last.
  const levels = Int32Array.from(rank, (value) => ranks.indexOf(value));
  levels[first] = -1;
  levels[last] = ranks.length;
  const next = new Int32Array(size * COUNT).fill(-1);
  const previous = next.slice();
  const same = new Cheapest(SAME_RANK);
  const adjacent = new Cheapest(NEXT_RANK);

  /** @param towards 1 for successors, -1 for predecessors. */
  const fill = (node: number, towards: 1 | -1) => {
    same.clear();
    adjacent.clear();
    const level = levels[node] ?? 0;
    const end = towards === 1 ? last : first;
    const cost = (other: number) => costs[towards === 1 ? node * size + other : other * size + node] ?? 0;
    for (let other = 1; other < last; other += 1) {
      const steps = ((levels[other] ?? 0) - level) * towards;
      if (other === node || (steps !== 0 && steps !== 1)) continue;
      (steps === 0 ? same : adjacent).offer(other, cost(other));
    }
    const isBesideEnd = node !== first && node !== last && ((levels[end] ?? 0) - level) * towards === 1;
    const found = [...same.nodes(), ...adjacent.nodes(), ...(isBesideEnd ? [end] : [])];
    (towards === 1 ? next : previous).set(
      found.sort((a, b) => cost(a) - cost(b)),
      node * COUNT,
    );
  };
  for (let node = 0; node < size; node += 1) {
    if (node !== last) fill(node, 1);
    if (node !== first) fill(node, -1);
  }
  return { count: COUNT, next, previous };
}

/** Collects the few cheapest of many. */
class Cheapest {
  private readonly node: Int32Array;
  private readonly cost: Float64Array;
  private length = 0;

  constructor(private readonly most: number) {
    this.node = new Int32Array(most);
    this.cost = new Float64Array(most);
  }

  clear(): void {
    this.length = 0;
  }

  offer(node: number, cost: number): void {
    if (this.length === this.most && cost >= (this.cost[this.most - 1] ?? 0)) return;
    let place = this.length === this.most ? this.most - 1 : this.length;
    for (; place > 0 && cost < (this.cost[place - 1] ?? 0); place -= 1) {
      this.node[place] = this.node[place - 1] ?? 0;
      this.cost[place] = this.cost[place - 1] ?? 0;
    }
    this.node[place] = node;
    this.cost[place] = cost;
    if (this.length < this.most) this.length += 1;
  }

  nodes(): Int32Array {
    return this.node.subarray(0, this.length);
  }
}
