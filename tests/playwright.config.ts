import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'browser',
  outputDir: '../test-results',
  globalSetup: './support/playwright-setup.ts',
  fullyParallel: false,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    viewport: { width: 1366, height: 768 },
    timezoneId: 'America/Chicago',
    locale: 'en-US',
    trace: 'off',
    launchOptions: {
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
