import { fileURLToPath } from 'node:url';
import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';
import { waitLimit, SLOWNESS } from '../support/slowness';

const root = fileURLToPath(new URL('../..', import.meta.url));

// These tests assert the limits of the product.
process.env.TIME_LIMIT_FACTOR = String(SLOWNESS);

/** The faults are real. The files run in sequence, because they break the PostgreSQL server that they share. */
export default defineConfig({
  root,
  plugins: [tsconfigPaths({ root })],
  test: {
    include: ['tests/faults/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/waits.ts'],
    fileParallelism: false,
    pool: 'forks',
    testTimeout: waitLimit(process.env.FAULTS === 'full' ? 900_000 : 180_000),
    hookTimeout: waitLimit(120_000),
    expect: { poll: { timeout: waitLimit(60_000) } },
  },
});
