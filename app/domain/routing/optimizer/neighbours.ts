/** For every node, those that are cheapest to go on to, and to come from: what a search tries first. */
import type { Model } from './model';

const SAME_RANK = 10;
/** Where one rank ends and the next begins there is only one step between them. */
const OTHER_RANK = 4;
const COUNT = SAME_RANK + OTHER_RANK;

export type Neighbours = {
  /** Entries of each node in `next` and `previous`. */
  count: number;
  /** Cheapest first; -1 behind the last one. */
  next: Int32Array;
  previous: Int32Array;
};

export function neighboursOf({ size, costs, rank, stopCount }: Model): Neighbours {
  const [first, last] = [0, size - 1];
  const candidates = (node: number, cost: (other: number) => number, isNear: (other: number) => number) => {
    const byCost = Array.from({ length: stopCount }, (_, index) => index + 1)
      .filter((other) => other !== node)
      .sort((a, b) => cost(a) - cost(b) || a - b);
    const near = byCost.filter((other) => isNear(other) === 0).slice(0, SAME_RANK);
    const beside = byCost.filter((other) => isNear(other) === 1).slice(0, OTHER_RANK);
    return [...near, ...beside];
  };
  const next = new Int32Array(size * (COUNT + 1)).fill(-1);
  const previous = next.slice();
  const ranks = [...new Set(rank.subarray(1, size - 1))].sort((a, b) => a - b);
  const level = (node: number) => ranks.indexOf(rank[node] ?? 0);
  const levels = Int32Array.from({ length: size }, (_, node) => level(node));
  const steps = (from: number, to: number) => (levels[to] ?? 0) - (levels[from] ?? 0);
  for (let node = 0; node < size; node += 1) {
    const goTo = (other: number) => costs[node * size + other] ?? 0;
    const comeFrom = (other: number) => costs[other * size + node] ?? 0;
    if (node !== last) {
      const list = candidates(node, goTo, (other) =>
        node === first ? (levels[other] ?? 0) : steps(node, other),
      );
      if (node !== first && level(node) === ranks.length - 1) list.push(last);
      next.set(
        list.sort((a, b) => goTo(a) - goTo(b)),
        node * (COUNT + 1),
      );
    }
    if (node !== first) {
      const fromEnd = (other: number) => ranks.length - 1 - (levels[other] ?? 0);
      const list = candidates(node, comeFrom, (other) =>
        node === last ? fromEnd(other) : steps(other, node),
      );
      if (node !== last && level(node) === 0) list.push(first);
      previous.set(
        list.sort((a, b) => comeFrom(a) - comeFrom(b)),
        node * (COUNT + 1),
      );
    }
  }
  return { count: COUNT + 1, next, previous };
}
