/** One look at a folder of documents: which files it takes, and in which order. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderFault, type Seen, sweepFolder } from '~/domain/intake/ways/folder.server';

let folder: string;
let seen: Seen;
let stored: string[];
let refused: string[];
/** Rejects for a document that can't be stored now. */
let store: (text: string) => Promise<unknown>;

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const sweep = () =>
  sweepFolder({
    folder,
    seen,
    store: (bytes) => store(bytes.toString()),
    refuse: (reason) => Promise.resolve(refused.push(reason)),
    signal: new AbortController().signal,
  });
/** Moves the last look into the past, so that the files seem not to have changed since. */
const age = (ms: number) => {
  for (const [name, { state, since }] of seen) seen.set(name, { state, since: since - ms });
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-sweep-'));
  seen = new Map();
  stored = [];
  refused = [];
  store = (text) => Promise.resolve(stored.push(text));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file is taken when it has not changed for two seconds', async () => {
  write('a.txt', 'half');
  await sweep();
  age(1_500);
  await sweep();
  write('a.txt', 'half and more');
  await sweep();
  age(1_500);
  await sweep();
  expect(stored).toEqual([]);
  age(500);
  await sweep();
  expect(stored).toEqual(['half and more']);
});

test('the oldest are taken first, some at a time, whatever else lies there', async () => {
  for (let index = 0; index < 60; index += 1) {
    const name = `${String(99 - index)}.txt`;
    write(name, String(index));
    utimesSync(join(folder, name), 1_000_000 + index, 1_000_000 + index);
    mkdirSync(join(folder, `0 folder ${String(index)}`));
  }
  await sweep();
  age(2_000);
  await sweep();
  expect(stored).toEqual(Array.from({ length: 50 }, (_, index) => String(index)));
  await sweep();
  expect(stored).toHaveLength(60);
});

test('a file that could not be stored stays, and is stored by the next look, whoever makes it', async () => {
  write('a.txt', 'INVOICE');
  await sweep();
  age(2_000);
  store = () => Promise.reject(new Error('The database is away'));
  await expect(sweep()).rejects.toThrow('The database is away');
  expect(readdirSync(join(folder, 'done'))).toEqual([]);
  store = (text) => Promise.resolve(stored.push(text));
  seen = new Map();
  await sweep();
  expect(stored).toEqual(['INVOICE']);
  expect(readdirSync(join(folder, 'done'))).toHaveLength(1);
});

test('a link in the place of the folder, or of one of its own, is a fault', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'parts-dispatch-elsewhere-'));
  write('a.txt', 'INVOICE');
  symlinkSync(elsewhere, join(folder, 'done'));
  await expect(sweep()).rejects.toThrow(FolderFault);
  const outer = folder;
  folder = join(outer, 'link');
  symlinkSync(elsewhere, folder);
  await expect(sweep()).rejects.toThrow(FolderFault);
  folder = outer;
  expect([stored, readdirSync(elsewhere)]).toEqual([[], []]);
  rmSync(elsewhere, { recursive: true });
});
