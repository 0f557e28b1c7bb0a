/** Finds a Chromium for the browser tests. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { bin, run } from './prepare.mjs';

// The shell has no windows to draw and is a third quicker.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

function onPath(name) {
  try {
    return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** CHROMIUM_PATH, one on the PATH, Playwright's own, or Playwright's freshly installed; null when there is none to be had. */
export function findChromium() {
  const given = [process.env.CHROMIUM_PATH, ...NAMES.map(onPath), chromium.executablePath()];
  const found = given.find((path) => path && existsSync(path));
  if (found) return found;
  console.log('Installing Chromium …');
  return run(bin('playwright'), ['install', 'chromium']) ? chromium.executablePath() : null;
}
