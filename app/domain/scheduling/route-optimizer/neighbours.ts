/** Lists the cheapest successors and predecessors of every node, which the search tries first. */
import type { Model } from './order-model';

const SAME_RANK = 10;
/** A few are enough, because a route has only one step from a rank to the next. */
const NEXT_RANK = 4;
/** One more for an end of the route, and one for the final -1. */
const COUNT = SAME_RANK + NEXT_RANK + 2;

export type Neighbours = {
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
