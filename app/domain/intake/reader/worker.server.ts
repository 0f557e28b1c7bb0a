/** The process that reads documents and tables, one at a time. A bundle of its own: build/intake-worker.js. */
import { limitMemory, workerOf } from '~/domain/platform/worker-process.server';
import { tableOf } from '~/domain/intake/reading/table-of.server';
import { learn, understand } from './work.server';

limitMemory(256);

/** Everything is loaded with this file. */
export const ready = workerOf(() => Promise.resolve(true));
export const readDocument = workerOf(understand);
export const learnLayout = workerOf(learn);
export const readTable = workerOf(tableOf);
