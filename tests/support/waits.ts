/** Every wait of a test has a limit for this machine. Runs before each test file. */
import { vi } from 'vitest';
import { patient, WAIT_MS } from './slowness';

const { waitFor } = vi;
type Options = Exclude<Parameters<typeof waitFor>[1], number | undefined>;

const isPatient = Symbol.for('waits of tests are patient');
// Files share their modules.
if (!(isPatient in vi)) {
  const patiently: typeof waitFor = (look, given) => {
    const { timeout, ...options }: Options = typeof given === 'number' ? { timeout: given } : (given ?? {});
    return waitFor(look, { ...options, timeout: timeout === undefined ? WAIT_MS : patient(timeout) });
  };
  Object.assign(vi, { waitFor: patiently, [isPatient]: true });
}
