/** Finds or installs a Chromium that starts, for the browser tests. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { installPackages } from './debian.mjs';
import { bin, run } from './prepare.mjs';

// It has no windows, and needs less than half the processor time of the others.
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FONTS = 'fonts-liberation';
const HELP =
  'No working Chromium was found. Install Debian\'s "chromium" package, or set CHROMIUM_PATH to another Chromium program.';

function onPath(name) {
  try {
    return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** A program may exist without its libraries, or may only explain how to install the real one. */
async function starts(path) {
  if (!path || !existsSync(path)) return false;
  try {
    const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

/** The path of the headless shell that Playwright has installed. @returns '' without one. */
async function shellOfPlaywright() {
  try {
    const server = await chromium.launchServer({ args: ['--no-sandbox'] });
    const { spawnfile } = server.process();
    await server.close();
    return spawnfile;
  } catch {
    return '';
  }
}

async function firstThatStarts(paths) {
  for (const path of paths) if (await starts(path)) return path;
  return null;
}

const playwrightInstall = (...args) =>
  run(bin('playwright'), args, { stdio: ['ignore', 'ignore', 'ignore'] });

async function fromPlaywright() {
  console.log("Installing Playwright's Chromium …");
  if (!playwrightInstall('install', SHELL)) return null;
  const path = await shellOfPlaywright();
  if (path) return path;
  if (process.getuid?.() !== 0 || !playwrightInstall('install-deps', 'chromium')) return null;
  return (await shellOfPlaywright()) || null;
}

async function fromDebian(name) {
  if (!installPackages(name, FONTS)) return null;
  // The PATH may contain another program with that name first.
  return firstThatStarts([onPath(name), join('/usr/bin', name)]);
}

const anyThatStarts = async () =>
  (await firstThatStarts([onPath(SHELL)])) ||
  (await shellOfPlaywright()) ||
  // This comes before any other installed Chromium, which would be slower.
  (await fromDebian(SHELL)) ||
  (await firstThatStarts([...NAMES.map(onPath), chromium.executablePath()])) ||
  (await fromPlaywright()) ||
  (await fromDebian('chromium'));

/**
 * Tries CHROMIUM_PATH or, without it, the PATH, Playwright and Debian.
 * @returns the program's path; null if there is none, after a message that says what to install.
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  const found = given ? await firstThatStarts([given]) : await anyThatStarts();
  if (!found) console.error(given ? `${given} (CHROMIUM_PATH) does not start.` : HELP);
  return found;
}
