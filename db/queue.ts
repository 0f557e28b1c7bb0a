/** Limits the number of transactions at a time; others wait for their turn. */
import { FairQueue } from '~/lib/fair-queue';
import { TRANSACTION_QUEUE_TIMEOUT_MS } from '~/lib/time-limits';

/** The wait for a turn would have been too long. */
export class Overloaded extends Error {
  constructor() {
    super('Too many requests are waiting for the database');
    this.name = 'Overloaded';
  }
}

export const transactionQueue = (atOnce: number, longestWaitMs = TRANSACTION_QUEUE_TIMEOUT_MS) =>
  new FairQueue({
    atOnce,
    longestWaitMs: () => longestWaitMs,
    foreseesWait: true,
    refuse: () => new Overloaded(),
  });
