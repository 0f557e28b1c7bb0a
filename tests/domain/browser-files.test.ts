import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = 'public/build';
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.js'),
);
const filesWith = (pattern: RegExp) =>
  files.filter((name) => pattern.test(readFileSync(join(FOLDER, name), 'utf8')));

test('zod stays on the server: it would add 36 kB to a page', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(filesWith(/ZodError|_zod\b/)).toEqual([]);
});

test('modules of the server stay there: no SQL, no setting, no module of Node.js is in a file for browsers', () => {
  const server = /["'`]node:|process\.env|sequelize|\bselect .{1,200} from \w+ |\bfor update\b|insert into /i;
  expect(filesWith(server)).toEqual([]);
});
