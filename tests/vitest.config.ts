import { fileURLToPath } from 'node:url';
import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  plugins: [tsconfigPaths({ root })],
  test: {
    include: ['tests/domain/**/*.test.{ts,tsx}', 'tests/api/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    // Most of a test is waiting: for processes to start, for timers, for PostgreSQL.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for may be a sweep that comes by every second.
    expect: { poll: { timeout: 60_000 } },
  },
});
