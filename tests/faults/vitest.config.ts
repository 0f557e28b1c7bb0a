import { fileURLToPath } from 'node:url';
import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The faults are real. The files run in sequence, because they break the PostgreSQL server that they share. */
export default defineConfig({
  root,
  plugins: [tsconfigPaths({ root })],
  test: {
    include: ['tests/faults/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    fileParallelism: false,
    pool: 'forks',
    testTimeout: process.env.FAULTS === 'full' ? 900_000 : 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
