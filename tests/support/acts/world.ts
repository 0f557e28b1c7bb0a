/** The clients of a run share the count of acts, and tasks to choose from. The checker does not see it. */
import type { Dice } from 'db/demo/dice';

export type Progress = {
  /** At least 1: faults and pictures are rarer by this factor in a run of more than a hundred thousand acts. */
  rarer: number;
  /** Acts with a final answer. */
  count: () => number;
  isOver: () => boolean;
  note: () => void;
  /** Resolves after this many more acts, or when the run is over. */
  after: (more: number) => Promise<void>;
};

const MANY_ACTS = 100_000;

/** @param seconds end the run before the goal. */
export function progressTo(goal: number, seconds = Infinity): Progress {
  const end = performance.now() + seconds * 1_000;
  let count = 0;
  let waiting: { at: number; resolve: () => void }[] = [];
  const isOver = () => count >= goal || performance.now() > end;
  return {
    rarer: Math.max(1, goal / MANY_ACTS),
    count: () => count,
    isOver,
    note: () => {
      count += 1;
      const due = waiting.filter(({ at }) => at <= count || isOver());
      if (due.length === 0) return;
      waiting = waiting.filter((each) => !due.includes(each));
      for (const { resolve } of due) resolve();
    },
    after: (more) =>
      new Promise((resolve) => {
        if (isOver()) resolve();
        else waiting.push({ at: count + more, resolve });
      }),
  };
}

/** A place with coordinates, so that nobody looks for its address. */
const PLACES = Array.from({ length: 8 }, (_, i) => ({
  location: `Stop ${String(i + 1)}`,
  address: `${String(100 + i)} Main Street, Kansas City, MO 64105`,
  latitude: String(39 + i / 100),
  longitude: '-94.58',
}));

const MOST_KNOWN = 400;

/** Tasks that may be open. Clients choose among them, and may be wrong. */
export class Board {
  #open: number[] = [];
  #completed: number[] = [];
  #wanted: number[] = [];
  readonly #waiting = new Map<number, () => void>();

  constructor(readonly driverIds: number[]) {}

  place = (dice: Dice) => dice.pick(PLACES);

  /** Asks the office for work. Resolves when there is some. */
  wantWork(driverId: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(driverId, resolve);
      this.#wanted.push(driverId);
    });
  }

  nextWish = (): number | undefined => this.#wanted.shift();

  created(id: number, driverId: number | null): void {
    this.#open.push(id);
    if (this.#open.length > MOST_KNOWN) this.#open.shift();
    if (driverId !== null) this.wake(driverId);
  }

  wake(driverId: number): void {
    this.#waiting.get(driverId)?.();
    this.#waiting.delete(driverId);
  }

  wakeAll(): void {
    for (const driverId of [...this.#waiting.keys()]) this.wake(driverId);
  }

  completed(ids: number[]): void {
    this.#open = this.#open.filter((id) => !ids.includes(id));
    this.#completed = [...this.#completed, ...ids].slice(-MOST_KNOWN / 10);
  }

  anyOpen = (dice: Dice) => (this.#open.length > 0 ? dice.pick(this.#open) : undefined);
  anyCompleted = (dice: Dice) => (this.#completed.length > 0 ? dice.pick(this.#completed) : undefined);
}
