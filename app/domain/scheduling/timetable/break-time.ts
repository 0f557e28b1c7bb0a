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
