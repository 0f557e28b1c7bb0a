/**
 * Prepares the problem for the searches: a path from node 0 through nodes 1 … stopCount to a last node, for
 * every kind of start and end. Costs are whole numbers, so that sums are exact and no search runs in a cycle.
 */
import { acyclic, MAX_STOPS, raiseRanks, type OrderProblem, type Promises } from './order-problem';

export type Model = {
  /** The number of stops that can be moved. Nodes 0 and stopCount + 1 are the ends. */
  stopCount: number;
  /** stopCount + 2. */
  size: number;
  /** Row-major, size × size. Whole numbers; a missing road costs more than all others together. */
  costs: Float64Array;
  isSymmetric: boolean;
  /** By node. */
  rank: Uint8Array;
  /** By node, the nodes that must come after and before it. */
  after: Int32Array[];
  before: Int32Array[];
  hasPairs: boolean;
  /** Nodes 1 … stopCount in the present order. */
  current: Int32Array;
  /** By the caller's numbers; a missing road costs more than all others together. */
  legOf(from: number, to: number): number;
  /** The cost of an order by the caller's numbers, without delay. */
  costOf(nodes: ArrayLike<number>): number;
  /** The promised times, by node; null when there are none. */
  promises: Promises | null;
  /** Returns the caller's stops, the fixed ends included. */
  answer(nodes: ArrayLike<number>): number[];
};

const LARGEST = 2 ** 30;
const NO_WAY = 2 ** 40;

export function modelOf(problem: OrderProblem): Model {
  const { current, rank } = problem;
  const n = current.length;
  check(problem, n);
  const first = problem.start ?? (problem.end === 'start' ? (current[0] ?? null) : null);
  const comesBack = problem.end === 'start' || problem.end === first;
  const last = typeof problem.end === 'number' && !comesBack ? problem.end : null;
  const inner = current.filter((stop) => stop !== first && stop !== last);
  // Nodes are numbered by stop and not by the present order, so that the same stops always make the same
  // model.
  const stops = Int32Array.from([...inner].sort((a, b) => a - b));
  const nodeOf = new Map([...stops].map((stop, index) => [stop, index + 1]));
  const stopCount = stops.length;
  const size = stopCount + 2;
  const raw = rawCosts(problem, stops, first, comesBack ? first : last);
  const pairs = acyclic(
    stopCount + 1,
    problem.before.flatMap(([a, b]) => {
      const [from, to] = [nodeOf.get(a), nodeOf.get(b)];
      return from === undefined || to === undefined ? [] : [[from, to] as const];
    }),
  );
  const ranks = new Uint8Array(size);
  stops.forEach((stop, index) => (ranks[index + 1] = rank[stop] ?? 0));
  raiseRanks(ranks, pairs);
  const partners = (pick: 0 | 1) => {
    const lists: number[][] = Array.from({ length: size }, () => []);
    for (const pair of pairs) lists[pair[pick]]?.push(pair[pick === 0 ? 1 : 0]);
    return lists.map((list) => Int32Array.from(list));
  };
  const legOf = (from: number, to: number) => {
    const cost = raw.costs[from * size + to] ?? 0;
    return Number.isFinite(cost) ? cost : raw.noWay;
  };
  const costOf = (nodes: ArrayLike<number>) => {
    let [total, at] = [0, 0];
    for (let i = 0; i <= stopCount; i += 1) {
      const next = i < stopCount ? (nodes[i] ?? 0) : size - 1;
      total += legOf(at, next);
      at = next;
    }
    return total;
  };
  return {
    stopCount,
    size,
    ...scaled(raw.costs, size),
    rank: ranks,
    after: partners(0),
    before: partners(1),
    hasPairs: pairs.length > 0,
    current: Int32Array.from(inner, (stop) => nodeOf.get(stop) ?? 0),
    legOf,
    costOf,
    promises: problem.promises ? byNode(problem.promises, stops, size) : null,
    answer: (nodes) => [
      ...(first === null ? [] : [first]),
      ...Array.from(nodes, (node) => stops[node - 1] ?? 0),
      ...(last === null ? [] : [last]),
    ],
  };
}

function byNode(promises: Promises, stops: Int32Array, size: number): Promises | null {
  const due = new Float64Array(size).fill(Infinity);
  const service = new Float64Array(size);
  stops.forEach((stop, index) => {
    due[index + 1] = promises.due[stop] ?? Infinity;
    service[index + 1] = promises.service[stop] ?? 0;
  });
  return due.some(Number.isFinite) ? { ...promises, due, service } : null;
}

function check({ costs, start, end, rank, current }: OrderProblem, n: number): void {
  const seen = new Set(current.filter((stop) => Number.isInteger(stop) && stop >= 0 && stop < n));
  const isStop = (stop: number) => seen.has(stop);
  if (n > MAX_STOPS) throw new RangeError(`At most ${String(MAX_STOPS)} stops`);
  if (seen.size !== n) throw new RangeError('The current order names each stop once');
  if (costs.length !== n * n || rank.length !== n) throw new RangeError('Costs and ranks are of every stop');
  if (costs.some((cost) => !(cost >= 0))) throw new RangeError('A cost is a number from 0');
  if ((start !== null && !isStop(start)) || (typeof end === 'number' && !isStop(end)))
    throw new RangeError('The start and the end are stops');
}

/** Adds start and end as nodes; a free start or end costs nothing to leave or to reach. */
function rawCosts(
  { costs: given, current: { length: n }, promises }: OrderProblem,
  stops: Int32Array,
  outOf: number | null,
  into: number | null,
) {
  const size = stops.length + 2;
  const costs = new Float64Array(size * size);
  const cost = (from: number, to: number) => given[from * n + to] ?? 0;
  stops.forEach((stop, index) => {
    const row = index + 1;
    stops.forEach(
      (other, column) => (costs[row * size + column + 1] = row === column + 1 ? 0 : cost(stop, other)),
    );
    if (outOf !== null) costs[row] = cost(outOf, stop);
    if (into !== null) costs[row * size + size - 1] = cost(stop, into);
  });
  if (outOf !== null && into !== null && stops.length === 0) costs[1] = cost(outOf, into);
  let largest = 0;
  for (const value of costs) if (Number.isFinite(value)) largest = Math.max(largest, value);
  const way = (largest + 1) * (size + 1);
  return { costs, noWay: way + (promises ? latest(promises, stops.length, way) : 0) };
}

/** An upper bound for the cost of delay. */
function latest({ due, begin, service, weight }: Promises, stopCount: number, way: number): number {
  const earliest = Math.min(0, ...Array.from(due));
  const served = Array.from(service).reduce((sum, time) => sum + time, 0);
  return weight * stopCount * (begin + way + served - earliest);
}

function scaled(raw: Float64Array, size: number): Pick<Model, 'costs' | 'isSymmetric'> {
  let largest = 0;
  let isWhole = true;
  for (const value of raw) {
    if (!Number.isFinite(value)) continue;
    largest = Math.max(largest, value);
    isWhole &&= Number.isInteger(value);
  }
  const factor = (isWhole && largest <= LARGEST) || largest === 0 ? 1 : LARGEST / largest;
  const costs = raw.map((value) => (Number.isFinite(value) ? Math.round(value * factor) : NO_WAY));
  let isSymmetric = true;
  for (let a = 1; a < size - 1; a += 1)
    for (let b = a + 1; b < size - 1; b += 1) isSymmetric &&= costs[a * size + b] === costs[b * size + a];
  return { costs, isSymmetric };
}
