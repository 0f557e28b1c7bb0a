/**
 * The order that a search changes. Computes the gain of a move, checks it, and makes it. Allocates no memory
 * meanwhile.
 */
import type { Model } from './order-model';

const NONE = new Int32Array(0);
/** In larger problems, more iterations gain more than moving longer segments. */
const SEGMENTS_OF_3_UP_TO = 150;

export class Route {
  /** Nodes by position, with the two ends. */
  readonly at: Int32Array;
  /** Positions by node. */
  readonly position: Int32Array;
  /** Nodes of a segment that is moved as a whole. */
  readonly longestSegment: number;
  cost = 0;
  /** The range changed since `save`; empty when `changedFrom > changedTo`. */
  private changedFrom = 0;
  private changedTo = -1;
  private readonly saved: Int32Array;
  private savedCost = 0;
  private readonly scratch: Int32Array;
  /** By position: the cost of all steps up to here backward, minus their cost forward. */
  private readonly turned: Float64Array;
  /** By position: the nearest second stop of a pair whose first stop is here or later. */
  private readonly closes: Int32Array;
  private readonly size: number;
  private readonly costs: Float64Array;
  private readonly queue: Int32Array;
  private readonly isQueued: Uint8Array;
  private head = 0;
  private waiting = 0;

  constructor(private readonly model: Model) {
    this.size = model.size;
    this.longestSegment = model.stopCount > SEGMENTS_OF_3_UP_TO ? 2 : 3;
    this.costs = model.costs;
    this.at = new Int32Array(model.size);
    this.position = new Int32Array(model.size);
    this.saved = new Int32Array(model.size);
    this.scratch = new Int32Array(model.size);
    this.turned = new Float64Array(model.size);
    this.closes = new Int32Array(model.size + 1).fill(model.size);
    this.queue = new Int32Array(model.size);
    this.isQueued = new Uint8Array(model.size);
  }

  /** Loads an order of the movable nodes and queues every node. */
  load(order: Int32Array): void {
    const last = this.size - 1;
    this.at[0] = 0;
    this.at.set(order, 1);
    this.at[last] = last;
    this.cost = 0;
    for (let p = 1; p <= last; p += 1) this.cost += this.step(p - 1, p);
    this.refresh(0, last);
    for (let p = 0; p <= last; p += 1) this.enqueue(p);
  }

  /** Remembers this state for `restore`. */
  save(): void {
    if (this.changedFrom > this.changedTo) return;
    for (let p = this.changedFrom; p <= this.changedTo; p += 1) this.saved[p] = this.at[p] ?? 0;
    this.savedCost = this.cost;
    this.changedFrom = this.size;
    this.changedTo = -1;
  }

  restore(): void {
    if (this.changedFrom > this.changedTo) return;
    const [from, to] = [this.changedFrom, this.changedTo];
    for (let p = from; p <= to; p += 1) this.at[p] = this.saved[p] ?? 0;
    this.cost = this.savedCost;
    this.refresh(from, to);
    this.changedFrom = this.size;
    this.changedTo = -1;
  }

  /** The next queued node; -1 for none. */
  take(): number {
    if (this.waiting === 0) return -1;
    const node = this.queue[this.head] ?? 0;
    this.head = this.head + 1 === this.size ? 0 : this.head + 1;
    this.waiting -= 1;
    this.isQueued[node] = 0;
    return node;
  }

  /** Reverses the nodes at positions i … k, if that gains. */
  tryReverse(i: number, k: number): boolean {
    if (i < 1 || i >= k || k > this.size - 2) return false;
    const [a, b, c, d] = [this.node(i - 1), this.node(i), this.node(k), this.node(k + 1)];
    let gain = this.between(a, b) + this.between(c, d) - this.between(a, c) - this.between(b, d);
    if (!this.model.isSymmetric) gain -= this.turning(i, k);
    if (gain <= 0 || !this.isOneRank(i, k)) return false;
    if (this.model.hasPairs && (this.closes[i] ?? 0) <= k) return false;
    this.reverse(i, k);
    this.changed(i, k, gain);
    return true;
  }

  /** Moves the nodes at i … j behind position t, reversed or not, if that gains. */
  tryMove(i: number, j: number, t: number, isTurned: boolean): boolean {
    const last = this.size - 1;
    if (i < 1 || j >= last || t < 0 || t >= last || (t >= i - 1 && t <= j)) return false;
    const [before, first, end, behind] = [this.node(i - 1), this.node(i), this.node(j), this.node(j + 1)];
    const [from, to] = [this.node(t), this.node(t + 1)];
    const removed = this.between(before, first) + this.between(end, behind) + this.between(from, to);
    const joined = this.between(before, behind);
    let gain = removed - joined;
    gain -= isTurned
      ? this.between(from, end) + this.between(first, to)
      : this.between(from, first) + this.between(end, to);
    if (isTurned && !this.model.isSymmetric) gain -= this.turning(i, j);
    if (gain <= 0) return false;
    const [lo, hi] = t < i ? [t + 1, j] : [i, t];
    if (!this.isOneRank(lo, hi)) return false;
    if (this.model.hasPairs && !this.mayMove(i, j, t, isTurned)) return false;
    if (isTurned) this.reverse(i, j);
    if (t < i) this.swap(lo, i - 1, hi);
    else this.swap(lo, j, hi);
    this.changed(lo, hi, gain);
    const seam = t < i ? lo + j - i : hi - (j - i);
    this.enqueue(seam);
    this.enqueue(t < i ? seam + 1 : seam - 1);
    return true;
  }

  /** Exchanges the nodes at i … j with those at j + 1 … k, if that gains. */
  trySwap(i: number, j: number, k: number): boolean {
    const gain = this.swapGain(i, j, k);
    if (gain <= 0 || !this.maySwap(i, j, k)) return false;
    this.doSwap(i, j, k, gain);
    return true;
  }

  maySwap(i: number, j: number, k: number): boolean {
    if (i < 1 || j < i || k <= j || k > this.size - 2 || !this.isOneRank(i, k)) return false;
    return !this.model.hasPairs || this.isFreeToSwap(i, j, k);
  }

  swapGain(i: number, j: number, k: number): number {
    const [a, b, c, d, e, f] = [
      this.node(i - 1),
      this.node(i),
      this.node(j),
      this.node(j + 1),
      this.node(k),
      this.node(k + 1),
    ];
    const removed = this.between(a, b) + this.between(c, d) + this.between(e, f);
    return removed - this.between(a, d) - this.between(e, b) - this.between(c, f);
  }

  doSwap(i: number, j: number, k: number, gain: number): void {
    this.swap(i, j, k);
    this.changed(i, k, gain);
    const seam = i + k - j - 1;
    this.enqueue(seam);
    this.enqueue(seam + 1);
  }

  node(position: number): number {
    return this.at[position] ?? 0;
  }

  between(from: number, to: number): number {
    return this.costs[from * this.size + to] ?? 0;
  }

  private step(p: number, q: number): number {
    return this.between(this.node(p), this.node(q));
  }

  private turning(i: number, k: number): number {
    return (this.turned[k] ?? 0) - (this.turned[i] ?? 0);
  }

  /** Ranks ascend along the route, so it is enough to compare the two ends. */
  private isOneRank(i: number, k: number): boolean {
    return this.model.rank[this.node(i)] === this.model.rank[this.node(k)];
  }

  private mayMove(i: number, j: number, t: number, isTurned: boolean): boolean {
    const lists = t < i ? this.model.before : this.model.after;
    for (let p = i; p <= j; p += 1) {
      for (const partner of lists[this.node(p)] ?? NONE) {
        const q = this.position[partner] ?? 0;
        if (t < i ? q > t && (isTurned || q < i) : q <= t && (isTurned || q > j)) return false;
      }
    }
    return true;
  }

  private isFreeToSwap(i: number, j: number, k: number): boolean {
    const isFirstShorter = j - i < k - j;
    const lists = isFirstShorter ? this.model.after : this.model.before;
    const [from, to, low, high] = isFirstShorter ? [i, j, j + 1, k] : [j + 1, k, i, j];
    for (let p = from; p <= to; p += 1) {
      for (const partner of lists[this.node(p)] ?? NONE) {
        const q = this.position[partner] ?? 0;
        if (q >= low && q <= high) return false;
      }
    }
    return true;
  }

  private reverse(i: number, k: number): void {
    for (let p = i, q = k; p < q; p += 1, q -= 1) {
      const node = this.node(p);
      this.at[p] = this.node(q);
      this.at[q] = node;
    }
  }

  private swap(i: number, j: number, k: number): void {
    const [first, second] = [j - i + 1, k - j];
    if (first <= second) {
      for (let p = 0; p < first; p += 1) this.scratch[p] = this.node(i + p);
      for (let p = 0; p < second; p += 1) this.at[i + p] = this.node(j + 1 + p);
      for (let p = 0; p < first; p += 1) this.at[i + second + p] = this.scratch[p] ?? 0;
    } else {
      for (let p = 0; p < second; p += 1) this.scratch[p] = this.node(j + 1 + p);
      for (let p = first - 1; p >= 0; p -= 1) this.at[i + second + p] = this.node(i + p);
      for (let p = 0; p < second; p += 1) this.at[i + p] = this.scratch[p] ?? 0;
    }
  }

  private changed(from: number, to: number, gain: number): void {
    this.cost -= gain;
    this.refresh(from, to);
    this.enqueue(from - 1);
    this.enqueue(from);
    this.enqueue(to);
    this.enqueue(to + 1);
  }

  private refresh(from: number, to: number): void {
    if (from < this.changedFrom) this.changedFrom = from;
    if (to > this.changedTo) this.changedTo = to;
    for (let p = from; p <= to; p += 1) this.position[this.node(p)] = p;
    if (!this.model.isSymmetric) this.refreshTurned(from);
    if (this.model.hasPairs) this.refreshCloses(to);
  }

  private refreshTurned(from: number): void {
    for (let p = Math.max(2, from); p < this.size - 1; p += 1)
      this.turned[p] = (this.turned[p - 1] ?? 0) + this.step(p, p - 1) - this.step(p - 1, p);
  }

  private refreshCloses(to: number): void {
    for (let p = to; p >= 1; p -= 1) {
      let nearest = this.closes[p + 1] ?? 0;
      for (const partner of this.model.after[this.node(p)] ?? NONE)
        nearest = Math.min(nearest, this.position[partner] ?? 0);
      this.closes[p] = nearest;
    }
  }

  private enqueue(position: number): void {
    const node = this.node(position);
    if (this.isQueued[node] === 1) return;
    this.isQueued[node] = 1;
    const tail = this.head + this.waiting;
    this.queue[tail >= this.size ? tail - this.size : tail] = node;
    this.waiting += 1;
  }
}
