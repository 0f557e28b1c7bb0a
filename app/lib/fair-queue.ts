/** Work of many clients, so much at a time. Clients that wait take turns, and work that waits too long is refused. */

/** A person, a program or an address. A lower rank goes first; it is 0 unless told otherwise. */
export type Client = { key: string; rank?: number };

/** Why work is refused: `too long` by the wait, `too many` by the number of those that wait. */
export type Refusal = 'too long' | 'too many' | 'too many of one';

type Limits = {
  /** Running at once. */
  atOnce: number;
  /** Running at once for one client; unless told otherwise, one client may take all. */
  atOnceOfOne?: number;
  /** How long work may wait, by rank. */
  longestWaitMs: (rank: number) => number;
  /** Whether work is refused at once that would wait too long, by the pace of the work before it. */
  foreseesWait?: boolean;
  mostWaiting?: number;
  mostWaitingOfOne?: number;
  /** The error that refused work fails with. */
  refuse: (refusal: Refusal) => Error;
};

type Start = () => void;
/** By client, the next one first. */
type Waiting = Map<string, Start[]>;

/** The weight of the latest interval in the moving average. */
const WEIGHT = 0.05;

export class FairQueue {
  /** By rank. */
  readonly #waiting: Waiting[] = [];
  readonly #running = new Map<string, number>();
  #count = 0;
  /** The mean time between two that end while others wait; undefined before any has waited. */
  #intervalMs: number | undefined;
  #lastEndAt: number | undefined;

  constructor(private readonly limits: Limits) {}

  /** Why work that came now would be refused; null when it would not. */
  refusalOf({ key, rank = 0 }: Client): Refusal | null {
    if (this.#hasRoom(key)) return null;
    const { mostWaiting = Infinity, mostWaitingOfOne = Infinity, longestWaitMs, foreseesWait } = this.limits;
    const own = this.#waiting[rank]?.get(key)?.length ?? 0;
    if (own >= mostWaitingOfOne) return 'too many of one';
    if (mostWaiting < Infinity && sum(this.#waiting.map(lengthOf)) >= mostWaiting) return 'too many';
    if (!foreseesWait || this.#intervalMs === undefined) return null;
    return this.#ahead(key, rank) * this.#intervalMs > longestWaitMs(rank) ? 'too long' : null;
  }

  /** @throws what `refuse` makes, when the work would wait too long or has. */
  async run<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
    const refusal = this.refusalOf(client);
    if (refusal) throw this.limits.refuse(refusal);
    if (this.#hasRoom(client.key)) this.#begin(client.key);
    else await this.#turn(client);
    try {
      return await work();
    } finally {
      this.#end(client.key);
    }
  }

  /** Nothing runs or waits. */
  get isIdle(): boolean {
    return this.#count === 0;
  }

  #hasRoom(key: string): boolean {
    const { atOnce, atOnceOfOne = atOnce } = this.limits;
    return this.#count < atOnce && (this.#running.get(key) ?? 0) < atOnceOfOne;
  }

  /** How many would run until the next work of this client has, itself included. Each other client goes at most as often. */
  #ahead(key: string, rank: number): number {
    const waiting = this.#waiting[rank];
    const own = (waiting?.get(key)?.length ?? 0) + 1;
    let ahead = own + sum(this.#waiting.slice(0, rank).map(lengthOf));
    for (const [other, { length }] of waiting ?? []) if (other !== key) ahead += Math.min(length, own);
    return ahead;
  }

  #turn({ key, rank = 0 }: Client): Promise<void> {
    const waiting = (this.#waiting[rank] ??= new Map<string, Start[]>());
    const longest = this.limits.longestWaitMs(rank);
    return new Promise((resolve, reject) => {
      const starts = waiting.get(key) ?? [];
      waiting.set(key, starts);
      const start = () => {
        clearTimeout(timer);
        this.#begin(key);
        resolve();
      };
      const timer = setTimeout(() => {
        starts.splice(starts.indexOf(start), 1);
        if (starts.length === 0) waiting.delete(key);
        reject(this.limits.refuse('too long'));
      }, longest);
      starts.push(start);
    });
  }

  #begin(key: string): void {
    this.#count += 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #end(key: string): void {
    this.#count -= 1;
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
    this.#measure();
    this.#waiting.some((waiting) => this.#startNext(waiting));
  }

  #measure(): void {
    const at = performance.now();
    const latest = this.#lastEndAt === undefined ? undefined : at - this.#lastEndAt;
    const isAnyWaiting = this.#waiting.some(({ size }) => size > 0);
    this.#lastEndAt = isAnyWaiting ? at : undefined;
    if (!isAnyWaiting || latest === undefined) return;
    this.#intervalMs =
      this.#intervalMs === undefined ? latest : this.#intervalMs + WEIGHT * (latest - this.#intervalMs);
  }

  /** Starts work of the client of which least runs; the client then goes to the end. */
  #startNext(waiting: Waiting): boolean {
    let next: { key: string; starts: Start[] } | undefined;
    let least = Infinity;
    for (const [key, starts] of waiting) {
      const running = this.#running.get(key) ?? 0;
      if (running >= least || !this.#hasRoom(key)) continue;
      next = { key, starts };
      least = running;
      if (running === 0) break;
    }
    if (!next) return false;
    const { key, starts } = next;
    const start = starts.shift();
    waiting.delete(key);
    if (starts.length > 0) waiting.set(key, starts);
    start?.();
    return true;
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const lengthOf = (waiting: Waiting) => sum([...waiting.values()].map(({ length }) => length));
