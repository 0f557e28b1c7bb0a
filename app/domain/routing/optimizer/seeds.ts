/** Starting orders of a search. Both keep every rule. */
import type { Model } from './model';

/** The present order, with as few changes as the rules need. */
export function inOrder(model: Model): Int32Array {
  return build(model, (_, open) => open[0] ?? 0);
}

/** Nearest neighbor: always the cheapest next stop. */
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
