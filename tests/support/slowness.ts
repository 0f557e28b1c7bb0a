/** Measures how slow this machine is now. The runners' configurations import it, so it is known before the first test. */
import { spawnSync } from 'node:child_process';

/** The start of a process and some work, on a quiet machine. */
const REFERENCE_MS = 300;
const SAMPLES = 3;
/** A machine that is slower is not one to test on, and a test that fails ends at last. */
const SLOWEST = 10;
const WORK = `
  const { createHash } = require('node:crypto');
  let hash = '';
  for (let n = 0; n < 20_000; n += 1) hash = createHash('sha256').update(hash + n).digest('hex');
  JSON.parse(JSON.stringify(Array.from({ length: 50_000 }, (_, n) => ({ n, hash }))));`;

function measure(): number {
  const from = performance.now();
  for (let n = 0; n < SAMPLES; n += 1) spawnSync(process.execPath, ['-e', WORK]);
  const ms = (performance.now() - from) / SAMPLES;
  return Math.min(SLOWEST, Math.max(1, ms / REFERENCE_MS));
}

// Measured once for each run: its other processes find it in their environment.
process.env.TEST_SLOWNESS ??= measure().toFixed(1);
/** 1 on the machine that limits are written for, and more on a slower one. */
export const SLOWNESS = Number(process.env.TEST_SLOWNESS);

/** Machines get slower during a run, and a wait that ends with its condition costs nothing. */
const WAIT_FACTOR = Math.max(3, 2 * SLOWNESS);

// Timers take whole milliseconds only.
/** @returns the limit of a wait that ends as soon as its condition is true. */
export const waitLimit = (ms: number): number => Math.ceil(ms * WAIT_FACTOR);

/** @returns a time that the product keeps on the machine that limits are written for. */
export const slowed = (ms: number): number => Math.ceil(ms * SLOWNESS);

/** The limit of a wait for a condition, where a test sets none. */
export const WAIT_MS = waitLimit(30_000);

// The product's own limits: in the processes of tests, and in the applications that they start.
process.env.TIME_LIMIT_FACTOR ??= String(WAIT_FACTOR);
