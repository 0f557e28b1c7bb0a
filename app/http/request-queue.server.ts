/**
 * Requests take turns. While more come than can be answered, people wait for up to 5 s and scripts half as long,
 * one request of each in turn. A request that would wait longer is refused at once.
 */
import { FairQueue, type Client } from '~/lib/fair-queue';
import { REQUEST_QUEUE_TIMEOUT_MS } from '~/lib/time-limits';

const AT_ONCE = 32;
/** Per person or program: the requests that a browser sends at once. */
const AT_ONCE_OF_ONE = 6;

/** The ranks: people come first. */
export const PEOPLE = 0;
export const SCRIPTS = 1;

class TooBusy extends Error {}

export const requestQueue = (longestWaitMs = REQUEST_QUEUE_TIMEOUT_MS) =>
  new FairQueue({
    atOnce: AT_ONCE,
    atOnceOfOne: AT_ONCE_OF_ONE,
    longestWaitMs: (rank) => (rank === SCRIPTS ? longestWaitMs / 2 : longestWaitMs),
    foreseesWait: true,
    refuse: () => new TooBusy('The request would wait too long'),
  });

/** Runs `work` in its turn. @returns false when it would have to wait too long. */
export async function runInTurn(
  queue: FairQueue,
  client: Client,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await queue.run(client, work);
    return true;
  } catch (error) {
    if (error instanceof TooBusy) return false;
    throw error;
  }
}
