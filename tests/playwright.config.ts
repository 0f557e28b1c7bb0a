import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserTests } from './long';
import { waitLimit, WAIT_MS } from './support/slowness';

/** Each step waits this many milliseconds, to find tests that pass only when they are faster than the page. */
const slowMo = Number(process.env.TEST_SLOW_MO ?? 0);

export default defineConfig({
  testDir: 'browser',
  ...browserTests,
  outputDir: '../test-results',
  globalSetup: './support/playwright-setup.ts',
  fullyParallel: false,
  // Tests mostly wait for pages, timers and other people's pages.
  workers: 3,
  timeout: waitLimit(slowMo > 0 ? 600_000 : 300_000),
  // A passing check does not wait this long. A busy machine must not make a test fail.
  expect: { timeout: WAIT_MS },
  forbidOnly: Boolean(process.env.CI),
  use: {
    viewport: { width: 1366, height: 768 },
    timezoneId: 'America/Chicago',
    locale: 'en-US',
    trace: 'off',
    actionTimeout: WAIT_MS,
    navigationTimeout: WAIT_MS,
    launchOptions: {
      slowMo,
      ...(process.env.PICTURES === 'on' && {
        env: { ...process.env, FONTCONFIG_FILE: resolve(import.meta.dirname, 'support/fonts.conf') },
      }),
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
});
