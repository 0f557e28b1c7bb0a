/** Local search: 2-opt, moved segments and exchanged segments, until nothing gains. */
import type { Neighbours } from './neighbours';
import type { Route } from './route';

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
