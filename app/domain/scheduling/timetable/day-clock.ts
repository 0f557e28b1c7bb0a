/**
 * The clock of a driver's day with a break at a fixed time. Pure. All times have the same unit, whichever it
 * is.
 */

/**
 * Computes times around a break. It begins when it is due, or as soon as the stop under way then is done;
 * driving and waiting are interrupted. At a moment up to `due` the break is still to come, and after `due` it
 * is over. Steps are monotone: setting out later never begins a stop sooner. Without a break at a fixed time,
 * `due` is -Infinity.
 */

/** A break in which nothing is driven or served. */
export type Rest = {
  /**
   * Not before the driver's `from`. The break begins at `due`, or when the stop under way then is done; it is
   * left out when all is done by then. Null: the break comes behind the last stop.
   */
  due: number | null;
  seconds: number;
};

/** @returns a break at a fixed time, and the seconds of one that comes behind the last stop. */
export function restOf({ rest }: { rest?: Rest }): { due: number; rest: number; restAtEnd: number } {
  const { due = null, seconds = 0 } = rest ?? {};
  return due === null
    ? { due: -Infinity, rest: 0, restAtEnd: seconds }
    : { due, rest: seconds, restAtEnd: 0 };
}

/**
 * Returns when so many seconds of driving or service are over. A stop and the drive behind it can be passed
 * together.
 */
export function passed(clock: number, seconds: number, due: number, rest: number): number {
  const then = clock + seconds;
  return clock <= due && then > due ? then + rest : then;
}

/** Returns when service begins for a driver who arrives at `clock`. */
export function opened(clock: number, opens: number, due: number, rest: number): number {
  if (clock >= opens) return clock;
  return clock <= due && opens > due && opens < due + rest ? due + rest : opens;
}

/** Returns the latest moment from which `passed` is at most `latest`. */
export function latestBefore(latest: number, seconds: number, due: number, rest: number): number {
  const isBefore = latest > due && latest - seconds < due + rest;
  return (isBefore ? Math.max(latest - rest, due) : latest) - seconds;
}

export type Break = { from: number; until: number };

/** The break interrupts driving and waiting, but not service: a stop is finished first. */
export class DayClock {
  /** The time at which the break begins. After it, the break is over. */
  private due: number;
  private readonly length: number;
  /** A stop that took longer has delayed the break. */
  private isPutOff = false;
  /** The end of the break when it is over. */
  brokeUntil: number | null = null;
  /** The seconds of the break that are over. */
  rested = 0;

  constructor(
    public at: number,
    rest: Break | null,
  ) {
    this.due = rest?.from ?? -Infinity;
    this.length = rest ? rest.until - rest.from : 0;
  }

  drive(time: number): void {
    this.takeDue();
    this.pass(this.at + time, passed(this.at, time, this.due, this.length));
  }

  waitUntil(opens: number): void {
    if (opens > this.at) this.takeDue();
    this.pass(Math.max(this.at, opens), opened(this.at, opens, this.due, this.length));
  }

  /**
   * @param end of the service. A break that would begin meanwhile begins at `end`, unless nothing is left to
   * do.
   */
  serveUntil(end: number): void {
    if (this.isBroken(end)) {
      this.due = end;
      this.isPutOff = true;
    }
    this.at = end;
  }

  private takeDue(): void {
    if (!this.isPutOff) return;
    this.isPutOff = false;
    this.restUntil(this.due + this.length);
  }

  /** Takes the rest of a break that has begun. */
  restUntil(until: number): void {
    this.brokeUntil = until;
    this.rested += Math.max(0, until - this.at);
    this.at = Math.max(this.at, until);
  }

  /** @param then the time without the break. */
  private pass(then: number, end: number): void {
    if (this.isBroken(then)) this.brokeUntil = this.due + this.length;
    this.rested += end - then;
    this.at = end;
  }

  private isBroken(then: number): boolean {
    return this.at <= this.due && then > this.due;
  }
}
