/** The process that reads documents and spreadsheets, one at a time. A bundle of its own: build/intake-worker.js. */
import { limitMemory, workerOf } from '~/domain/platform/worker-process.server';
import { readingOf } from './reading-of.server';
import { sheetOf } from './sheet-of.server';

limitMemory(256);

export const read = workerOf(readingOf);
export const readSheet = workerOf(sheetOf);
