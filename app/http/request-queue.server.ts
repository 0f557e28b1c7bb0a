/**
 * Puts requests in a queue. When there are too many, people wait for up to 5 s and scripts half as long, and each
 * client gets one request per turn. A request that would wait longer is refused at once.
 */
import { FairQueue, type Client } from '~/lib/fair-queue';
import { REQUEST_QUEUE_TIMEOUT_MS } from '~/lib/time-limits';

const AT_ONCE = 32;
/** The limit per person or program: the number of requests that a browser sends at once. */
const AT_ONCE_OF_ONE = 6;

/** The ranks. People come before programs. */
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

/** Runs `work` when it is its turn. @returns false when it would have to wait too long. */
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
