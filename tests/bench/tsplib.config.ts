import { fileURLToPath } from 'node:url';
import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** These benches need no database. */
export default defineConfig({
  root,
  plugins: [tsconfigPaths({ root })],
  test: {
    include: ['tests/bench/{tsplib,intake,routes,region,arrivals,vrp,replan}.bench.ts'],
    testTimeout: 600_000,
    disableConsoleIntercept: true,
  },
});
