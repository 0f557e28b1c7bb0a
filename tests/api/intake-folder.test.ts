/** Files that are saved in a folder become documents, once, and what is none goes to the folder for trouble. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, link, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SourceWithSettings } from '~/domain/intake/inbox/schema';
import type { Client } from '../support/client';
import { type DocumentFolder, newBase, openFolder, WAIT } from '../support/document-folder';
import { type Network, startNetwork } from '../support/network';

const MORE = '\fMORE';

let network: Network;
let admin: Client;
let folder: DocumentFolder;

const source = async () => (await admin.get<SourceWithSettings>(folder.path)).body;
const change = (body: object) => admin.patch<SourceWithSettings>(folder.path, body);

beforeAll(async () => {
  const base = await newBase();
  network = await startNetwork({ INTAKE_DIR: base });
  admin = await network.as('admin');
  folder = await openFolder(admin, base);
  await Promise.all([network.another(), network.another()]);
});
afterAll(async () => {
  await network.close();
  await folder.remove();
});

test('a source names a folder of INTAKE_DIR that no other source has, and no path', async () => {
  const create = (name: string, dir: unknown) =>
    admin.post<{ fields?: object }>('/api/intake/sources', {
      name,
      settings: { kind: 'folder', folder: dir },
    });
  for (const name of ['..', '../etc', '/etc', 'a/b', 'a\\b', '.hidden', '', 'a.'])
    expect((await create(`To ${name}`, name)).status).toBe(422);
  const twice = await create('Twice', 'plaza imports');
  expect([twice.status, twice.body]).toEqual([
    422,
    expect.objectContaining({ error: 'It belongs to Plaza' }),
  ]);
});

test('nothing is taken while the source is off; then each file is taken once by three instances', async () => {
  const { inside } = folder;
  await writeFile(inside('first.txt'), 'INVOICE 1');
  expect(await folder.count(admin)).toBe(0);
  await change({ on: true });
  await folder.isDone('first.txt');
  const names = Array.from({ length: 20 }, (_, index) => `invoice ${String(index)}.txt`);
  await Promise.all(names.map((name) => writeFile(inside(name), `INVOICE of ${name}`)));
  for (const name of names) await folder.isDone(name);
  expect(await folder.count(admin)).toBe(21);
  expect(await folder.taken()).toEqual([]);
  await writeFile(inside('again.txt'), 'INVOICE 1');
  await folder.isDone('again.txt');
  expect(await folder.count(admin)).toBe(21);
});

test('a file is not taken while it is still written, and two files of one name are two documents', async () => {
  const { inside } = folder;
  const before = await folder.count(admin);
  await writeFile(inside('slow.txt'), 'PAGE 0');
  let length = 'PAGE 0'.length;
  // Three times as long as a file must rest.
  for (const until = performance.now() + 6_000; performance.now() < until; length += MORE.length) {
    await appendFile(inside('slow.txt'), MORE);
    expect(await folder.count(admin)).toBe(before);
  }
  await folder.isDone('slow.txt');
  await writeFile(inside('slow.txt'), 'ANOTHER');
  await vi.waitFor(async () => {
    expect(
      (await folder.namesIn('done')).filter((name) => folder.ownName('slow.txt').test(name)),
    ).toHaveLength(2);
  }, WAIT);
  expect(await folder.count(admin)).toBe(before + 2);
  const stored = await network.database.rows<{ text: string }>(
    "select convert_from(bytes, 'UTF8') as text from intake_contents where bytes like 'PAGE%'::bytea",
    [],
  );
  expect(stored.map(({ text }) => text.length)).toEqual([length]);
});

test('what is no document goes to trouble with the reason; links and pipes are not followed', async () => {
  const { inside } = folder;
  const before = await folder.count(admin);
  const secret = join(folder.base, 'secret.txt');
  await writeFile(secret, 'a secret of the server');
  await writeFile(inside('book.xlsx'), Buffer.from([0x50, 0x4b, 3, 4, 20, 0]));
  await writeFile(inside('large.pdf'), Buffer.alloc(2_000_001, '%PDF-'));
  await symlink(secret, inside('link.txt'));
  await link(secret, inside('other-name.txt'));
  execFileSync('mkfifo', [inside('pipe.txt')]);
  const ignored = ['.hidden.txt', '~$open.txt', 'half.part', 'empty.txt', 'Thumbs.db'];
  for (const name of ignored) await writeFile(inside(name), name === 'empty.txt' ? '' : 'x');
  await mkdir(inside('archive'));
  await vi.waitFor(async () => expect(await folder.namesIn('trouble')).toHaveLength(10), WAIT);
  const said = await Promise.all(
    (await folder.namesIn('trouble'))
      .filter((name) => name.endsWith('.txt') && /-[0-9a-f]{8}\.\w+\.txt$/.test(name))
      .map(async (name) => (await readFile(inside('trouble', name), 'utf8')).trim()),
  );
  expect(said.sort()).toEqual([
    'This file was not taken: it has more than 2 MB',
    'This file was not taken: it is a link, not a file',
    'This file was not taken: it is a link, not a file',
    'This file was not taken: it is neither a PDF nor a text',
    'This file was not taken: it is not a file',
  ]);
  expect(await folder.count(admin)).toBe(before);
  await vi.waitFor(
    async () => expect(await source()).toMatchObject({ refused: 5, failingSince: null }),
    WAIT,
  );
  expect((await source()).lastError).toMatch(/ went to trouble: it /);
  for (const name of [...ignored, 'archive']) expect(existsSync(inside(name))).toBe(true);
});

test('whoever may write to the folder reads and overwrites nothing outside of it', async () => {
  const { inside, base } = folder;
  const before = await folder.count(admin);
  const outside = join(base, 'outside');
  await mkdir(outside);
  const secret = join(outside, 'secret.txt');
  await writeFile(secret, 'a secret of the server');
  // Links under the names that the text about a refused file could get.
  await writeFile(inside('.taken-bad-0a1b2c3d.xlsx'), Buffer.from([0x50, 0x4b, 3, 4, 20, 0]));
  for (const name of ['bad.xlsx.txt', 'bad-0a1b2c3d.xlsx.txt', '.taken-bad-0a1b2c3d.xlsx.txt'])
    await symlink(secret, inside('trouble', name));
  await vi.waitFor(async () => {
    const names = await folder.namesIn('trouble');
    expect(names.filter((name) => /^bad-[0-9a-f]{8}\.xlsx\.txt$/.test(name))).toHaveLength(2);
  }, WAIT);
  // A link in place of its own folders.
  await writeFile(join(outside, 'order.txt'), 'INVOICE of somebody else');
  await symlink(outside, inside('.taken'));
  await rename(inside('done'), inside('done before'));
  await symlink(outside, inside('done'));
  await writeFile(inside('waits.txt'), 'INVOICE that waits');
  await vi.waitFor(
    async () => expect(await source()).toMatchObject({ lastError: 'It is not a folder' }),
    WAIT,
  );
  expect((await readdir(outside)).sort()).toEqual(['order.txt', 'secret.txt']);
  expect(await readFile(secret, 'utf8')).toBe('a secret of the server');
  expect(await folder.count(admin)).toBe(before);
  await rm(inside('done'));
  await rename(inside('done before'), inside('done'));
  await folder.isDone('waits.txt');
  expect(await folder.count(admin)).toBe(before + 1);
});

test('a folder that is away is said in Settings, and documents come again by themselves', async () => {
  const { inside } = folder;
  const away = join(folder.base, 'away');
  await rename(inside(), away);
  await vi.waitFor(
    async () => expect(await source()).toMatchObject({ lastError: 'The folder is not there' }),
    WAIT,
  );
  const page = await admin.get<string>(`/settings/sources/${String(folder.sourceId)}`);
  expect(page.body).toContain('The folder is not there');
  await rename(away, inside());
  await writeFile(inside('back.txt'), 'INVOICE after the outage');
  await folder.isDone('back.txt');
  expect(await source()).toMatchObject({ lastError: null, failingSince: null });
});

test('turned off, the source takes nothing any more', async () => {
  const { inside } = folder;
  await change({ on: false });
  await vi.waitFor(async () => {
    expect(await network.database.rows("select id from jobs where kind = 'folder'", [])).toEqual([]);
  }, WAIT);
  await writeFile(inside('late.txt'), 'INVOICE when it is off');
  await change({ name: 'Plaza and others' });
  expect(existsSync(inside('late.txt'))).toBe(true);
});
