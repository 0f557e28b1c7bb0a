/**
 * The time by the database's clock. All instances share it, so times of taps are judged by it: with clocks of their
 * own, one instance would refuse what another accepts. The statement that finds the caller of a request brings it.
 */
import { isInPool } from 'db/connection';

let known: { time: number; at: number } | undefined;

/**
 * Ignores the time of a read replica, which has a clock of its own.
 * @param time Unix time in milliseconds, just read from the database.
 */
export function noteDatabaseTime(time: number): void {
  if (!isInPool()) known = { time, at: performance.now() };
}

/** Unix time in milliseconds. Before the first request with a caller it is this machine's. */
export const databaseNow = (): number => (known ? known.time + performance.now() - known.at : Date.now());
