/** What `npm test` needs on a bare machine. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-tools-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function brokenProgram(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\necho "error while loading shared libraries" >&2\nexit 127\n');
  chmodSync(path, 0o755);
  return path;
}

const find = (env: Record<string, string>) =>
  promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      "const { findChromium } = await import('./scripts/chromium.mjs'); console.log(JSON.stringify(await findChromium()))",
    ],
    { env: { ...process.env, ...env } },
  );

test('a Chromium that is there but does not start is not taken, and the person is told', async () => {
  const broken = brokenProgram('a-chromium');
  const { stdout, stderr } = await find({ CHROMIUM_PATH: broken });
  expect(stdout.trim()).toBe('null');
  expect(stderr).toContain(`${broken} (CHROMIUM_PATH) does not start.`);
});

test('a program that only looks like Chromium is passed over for one that starts', async () => {
  const broken = brokenProgram('chromium-headless-shell');
  const { stdout } = await find({ CHROMIUM_PATH: '', PATH: `${folder}:${process.env.PATH ?? ''}` });
  const found = JSON.parse(stdout.trim().split('\n').pop() ?? '') as string;
  expect(found).toMatch(/chrom/);
  expect(found).not.toBe(broken);
});

test('CI runs nothing that npm test does not', () => {
  const lines = readFileSync('.ci/run', 'utf8').trim().split('\n');
  expect(lines.slice(1)).toEqual(['set -euo pipefail', 'cd "$(dirname "$0")/.."', 'npm test']);
});
