/** Transactions take turns, so many at a time. */
import { FairQueue } from '~/lib/fair-queue';
import { TRANSACTION_QUEUE_TIMEOUT_MS } from '~/lib/time-limits';

/** It would have been too long until the turn of this work. */
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
