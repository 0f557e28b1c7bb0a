/** A build stores its commit, with git and without. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'parts-dispatch-commit-'));
const inside = join(root, 'inside');

const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@parts.example', ...words], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

const SCRIPT = `import { commitOf } from './scripts/commit.mjs';
  process.stdout.write(commitOf(process.argv[1], process.argv[2]))`;

const commitOf = (folder: string, given = '') =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', SCRIPT, folder, given], {
    encoding: 'utf8',
  });

beforeAll(() => {
  git('init', '--quiet');
  mkdirSync(join(inside, 'scripts'), { recursive: true });
  writeFileSync(join(root, 'a.txt'), 'one');
  git('add', 'a.txt');
  git('commit', '--quiet', '--message=one');
  git('tag', 'v9.9.9');
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

test('from its repository, which may have changes; not from one around it @long', () => {
  const commit = git('rev-parse', '--short=7', 'HEAD');
  expect(commitOf(root)).toBe(commit);
  writeFileSync(join(root, 'a.txt'), 'two');
  expect(commitOf(root)).toBe(`${commit}-dirty`);
  expect(commitOf(inside)).toBe('');
});

test('from an archive that git has made, or as the builder says @long', () => {
  const note = join(inside, 'scripts/commit.txt');
  writeFileSync(note, '$Format:%h$\n');
  expect(commitOf(inside)).toBe('');
  writeFileSync(note, 'abc1234\n');
  expect(commitOf(inside)).toBe('abc1234');
  expect(commitOf(inside, '0123456')).toBe('0123456');
  expect(commitOf(inside, '$(rm -r /)')).toBe('abc1234');
});

test('git fills in the note of this project', () => {
  for (const name of ['.gitattributes', 'scripts/commit.txt']) cpSync(name, join(root, name));
  git('add', '.');
  git('commit', '--quiet', '--message=two');
  git('archive', '--output=archive.tar', 'HEAD');
  mkdirSync(join(root, 'unpacked'));
  execFileSync('tar', ['-xf', join(root, 'archive.tar'), '-C', join(root, 'unpacked')]);
  expect(commitOf(join(root, 'unpacked'))).toBe(git('rev-parse', '--short=7', 'HEAD'));
});
