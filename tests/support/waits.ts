/** Every wait of a test has a limit for this machine. Runs before each test file. */
import { expect, vi } from 'vitest';
import { waitLimit, WAIT_MS } from './slowness';

const { waitFor } = vi;
type Options = Exclude<Parameters<typeof waitFor>[1], number | undefined>;

const isScaled = Symbol.for('waits of tests have limits for this machine');
// Files share their modules.
if (!(isScaled in vi)) {
  const scaledWaitFor: typeof waitFor = (look, given) => {
    const { timeout, ...options }: Options = typeof given === 'number' ? { timeout: given } : (given ?? {});
    return waitFor(look, { ...options, timeout: timeout === undefined ? WAIT_MS : waitLimit(timeout) });
  };
  Object.assign(vi, { waitFor: scaledWaitFor, [isScaled]: true });
  const { poll } = expect;
  const scaledPoll: typeof poll = (look, { timeout, ...options } = {}) =>
    poll(look, { ...options, timeout: timeout === undefined ? WAIT_MS : waitLimit(timeout) });
  Object.assign(expect, { poll: scaledPoll });
}
