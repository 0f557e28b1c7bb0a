import { defineConfig } from '@playwright/test';

/** Milliseconds that each step waits. It finds tests that pass only while they are faster than the page. */
const slowMo = Number(process.env.TEST_SLOW_MO ?? 0);

export default defineConfig({
  testDir: 'browser',
  outputDir: '../test-results',
  globalSetup: './support/playwright-setup.ts',
  fullyParallel: false,
  // Most of a test is waiting: for a page, for a timer, for another person's page.
  workers: 3,
  timeout: slowMo > 0 ? 600_000 : 300_000,
  // Only what fails waits so long: a busy machine is no failure.
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    viewport: { width: 1366, height: 768 },
    timezoneId: 'America/Chicago',
    locale: 'en-US',
    trace: 'off',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: {
      slowMo,
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
