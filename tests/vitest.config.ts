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
    // Modules and applications that are running already serve the next file too.
    isolate: false,
    // Most of a test is waiting: for processes to start, for timers, for PostgreSQL.
    maxWorkers: 3,
    // Each wait in it ends sooner, and names what it waited for.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
