/**
 * Results of a run, one JSON value a line, written when each test ends: a run that is stopped at its limit keeps what
 * it has found. scripts/test.mjs reads them.
 */
import { appendFileSync } from 'node:fs';

export type Result =
  /** A file, or a test in a browser, that this run is going to run. */
  | { planned: string }
  | { started: string }
  | { name: string; state: 'passed' | 'failed' | 'skipped'; why?: string }
  /** An application that a test starts, by its address. Starts are the cost of a run. */
  | { application: string }
  /** All of what was planned under this name has run. */
  | { ended: string };

export function note(...results: Result[]): void {
  const file = process.env.TEST_RESULTS;
  if (!file || results.length === 0) return;
  appendFileSync(file, results.map((result) => `${JSON.stringify(result)}\n`).join(''));
}
