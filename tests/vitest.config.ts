import { fileURLToPath } from 'node:url';
import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { apiFiles, isLong, isShort } from './long';
import { waitLimit, WAIT_MS } from './support/slowness';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The longest files come first, so that no processor waits for the last one. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => Number(isLong(b.moduleId)) - Number(isLong(a.moduleId)));
  }
}

export default defineConfig({
  root,
  plugins: [tsconfigPaths({ root })],
  test: {
    // A developer's own .env must not lead tests to another database.
    env: { ENV_FILE: '' },
    ...apiFiles,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/waits.ts', 'tests/support/length.ts'],
    pool: 'forks',
    // The next file uses the modules and applications that are running already.
    isolate: false,
    // Tests mostly wait for processes to start, for timers and for PostgreSQL. Fault tests run beside the long ones.
    maxWorkers: isShort ? 4 : 3,
    // Each wait in a test ends sooner and says what it waited for.
    testTimeout: waitLimit(120_000),
    hookTimeout: waitLimit(120_000),
    expect: { poll: { timeout: WAIT_MS } },
  },
});
