/**
 * Runs work of many clients with a limit at once. Waiting clients take turns, and work that waits too long is refused.
 */

/** A person, a program or an address. A lower rank goes first; the default is 0. */
export type Client = { key: string; rank?: number };

/**
 * The reason of a refusal: `too long` for the wait, `too many` for the number of waiting works, in total or of one
 * client.
 */
export type Refusal = 'too long' | 'too many' | 'too many of one';

type Limits = {
  /** The most that runs at once. */
  atOnce: number;
  /** The most that runs at once for one client; by default, one client may use the whole queue. */
  atOnceOfOne?: number;
  /** The longest wait of a rank, in milliseconds. */
  longestWaitMs: (rank: number) => number;
  /** Refuses work at once if it would wait too long at the present pace. */
  foreseesWait?: boolean;
  mostWaiting?: number;
  mostWaitingOfOne?: number;
  /** Makes the error that refused work fails with. */
  refuse: (refusal: Refusal) => Error;
};

type Start = () => void;
/** Waiting work by client. The client whose turn is next comes first. */
type Waiting = Map<string, Start[]>;

/** The weight of the latest interval in the moving average. */
const WEIGHT = 0.05;

export class FairQueue {
  /** Waiting work by rank. */
  readonly #waiting: Waiting[] = [];
  readonly #running = new Map<string, number>();
  #count = 0;
  /** The mean time between two ends of work while other work waits; undefined until work has waited. */
  #intervalMs: number | undefined;
  #lastEndAt: number | undefined;

  constructor(private readonly limits: Limits) {}

  /** The reason why new work would be refused now; null if it would be accepted. */
  refusalOf({ key, rank = 0 }: Client): Refusal | null {
    if (this.#hasRoom(key)) return null;
    const { mostWaiting = Infinity, mostWaitingOfOne = Infinity, longestWaitMs, foreseesWait } = this.limits;
    const own = this.#waiting[rank]?.get(key)?.length ?? 0;
    if (own >= mostWaitingOfOne) return 'too many of one';
    if (mostWaiting < Infinity && sum(this.#waiting.map(lengthOf)) >= mostWaiting) return 'too many';
    if (!foreseesWait || this.#intervalMs === undefined) return null;
    return this.#ahead(key, rank) * this.#intervalMs > longestWaitMs(rank) ? 'too long' : null;
  }

  /** @throws the error of `refuse` when the work would wait too long, or has waited too long. */
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

  /** True when nothing runs or waits. */
  get isIdle(): boolean {
    return this.#count === 0;
  }

  #hasRoom(key: string): boolean {
    const { atOnce, atOnceOfOne = atOnce } = this.limits;
    return this.#count < atOnce && (this.#running.get(key) ?? 0) < atOnceOfOne;
  }

  /**
   * The number of works that run until the next work of this client has run, including that one. Another client has at
   * most as many turns in the meantime.
   */
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

  /** Starts work of the client with the least running work. The client then goes to the end. */
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
