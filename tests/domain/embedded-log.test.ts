/** The embedded server's log has a size limit while the server keeps writing. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { trimLog } from 'db/embedded-server';

test('a log that is too long becomes the former file, once, and writing continues at the beginning', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-log-'));
  const file = join(folder, 'postgres.log');
  const server = openSync(file, 'a', 0o600);
  writeSync(server, 'short\n');
  trimLog(file);
  expect(readFileSync(file, 'utf8')).toBe('short\n');
  for (const name of ['one', 'two']) {
    writeSync(server, name.repeat(2_000_000));
    trimLog(file);
    writeSync(server, 'next\n');
    expect(readFileSync(file, 'utf8')).toBe('next\n');
    expect(readFileSync(`${file}.1`, 'utf8')).toContain(name);
  }
  expect(statSync(`${file}.1`).mode & 0o777).toBe(0o600);
  closeSync(server);
  rmSync(folder, { recursive: true });
});
