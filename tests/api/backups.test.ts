/**
 * Backups by schedule and on demand: one per time for all instances, complete files only, and never outside the
 * allowed folder.
 */
import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp, checkFile } from 'db/backup';
import { afterAll, expect, test, vi } from 'vitest';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-backups-'));
afterAll(() => rm(folder, { recursive: true }));

const network = useNetwork({ BACKUP_DIR: folder, BUSINESS_TIME_ZONE: 'America/Chicago' });
const admin = network.client('admin');
const dispatcher = network.client('dispatcher');

type Row = { id: number; state: string; file: string | null; error: string | null; removed: boolean };
const backups = () =>
  network.database.rows<Row>(
    'select id, state, file, error, removed_at is not null as removed from backups order by id',
  );
const settled = () =>
  vi.waitFor(
    async () => {
      const found = await backups();
      expect(found.length).toBeGreaterThan(0);
      expect(
        found.filter(({ state, error }) => state === 'running' || (state === 'waiting' && !error)),
      ).toEqual([]);
      return found;
    },
    { interval: 100 },
  );
const save = (fields: Record<string, string | number>) =>
  submitForm(admin, '/settings/backups', { at: '', keep: 7, folder: '', ...fields, intent: 'saveBackups' });
const backUpNow = () => submitForm(admin, '/settings/backups', { intent: 'backUpNow' });
const forget = () => network.database.rows('delete from backups');

test('only admins see them, set them and ask for one', async () => {
  expect((await dispatcher.get('/settings/backups')).status).toBe(403);
  for (const intent of ['saveBackups', 'backUpNow'])
    expect((await submitForm(dispatcher, '/settings/backups', { intent, keep: 1 })).status).toBe(403);
  expect(await backups()).toEqual([]);
});

test('one that is asked for is a whole file that only its owner may read; older ones go after it', async () => {
  expect((await save({ keep: 1, folder: 'daily/office' })).status).toBe(302);
  const byHand = join(folder, 'by-hand.backup');
  await writeFile(byHand, 'not ours');
  await backUpNow();
  const [first] = await settled();
  const file = first?.file ?? '';
  expect(file).toContain(join(folder, 'daily/office/parts-dispatch-'));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await checkFile(file);

  await backUpNow();
  await vi.waitFor(
    async () => expect((await backups()).filter(({ removed }) => removed).length).toBe(1),
    20_000,
  );
  expect((await readdir(join(folder, 'daily/office'))).length).toBe(1);
  expect((await backups()).map(({ removed }) => removed)).toEqual([true, false]);
  expect(await readdir(folder)).toContain('by-hand.backup');
  const page = await admin.get<string>('/settings/system');
  expect(page.body).toContain('Last backup');
  const acts = await network.database.rows<{ act: string }>('select act from admin_events order by id');
  expect(new Set(acts.map(({ act }) => act))).toEqual(new Set(['backup.schedule', 'backup.asked']));
});

test.each(['../elsewhere', '/etc', 'a/../../b', '.hidden', 'a//b', 'a\\b', 'a/'])(
  'the folder %s is refused',
  async (wrong) => {
    expect((await save({ folder: wrong })).status).toBe(422);
  },
);

test('a link that leads out of the folder is not followed, and the failure is told', async () => {
  await forget();
  const outside = await mkdtemp(join(tmpdir(), 'parts-dispatch-outside-'));
  await symlink(outside, join(folder, 'link'));
  await save({ folder: 'link' });
  await backUpNow();
  const [failed] = await settled();
  expect([failed?.state, failed?.error]).toEqual(['waiting', expect.stringContaining('is not inside')]);
  expect(await readdir(outside)).toEqual([]);
  expect((await admin.get<string>('/settings/system')).body).toContain('is not inside');
  expect(network.app.output()).toContain('the backup failed');

  // After a new request the backup is tried again at once and succeeds.
  await save({});
  await backUpNow();
  await vi.waitFor(
    async () => expect(await backups()).toMatchObject([{ state: 'done', error: null }]),
    20_000,
  );
  await rm(outside, { recursive: true });
});

test('a time that was missed is made up for once, by one of two instances', async () => {
  await forget();
  await save({ at: '00:00', keep: 7 });
  expect(await backups()).toEqual([]);
  await network.another();
  // The schedule now looks ten days old, with no backup since.
  await network.database.rows(
    "update settings set updated_at = now() - interval '10 days' where name = 'backups'",
  );
  const made = await settled();
  expect(made.map(({ state }) => state)).toEqual(['done']);
  // Both instances have checked the schedule since then.
  const due = await network.database.rows<{ local: string }>(
    "select to_char(due_at at time zone 'America/Chicago', 'HH24:MI') as local from backups",
  );
  expect(due).toEqual([{ local: '00:00' }]);
  await network.stopOthers();
});

test('a half-written file of a dead process is removed, and the backup is made', async () => {
  await forget();
  await save({ at: '' });
  const dead = join(folder, 'parts-dispatch-20200101-000000.backup');
  await writeFile(`${dead}.incomplete`, 'half');
  await network.database.rows(
    `insert into backups (state, attempts, next_try_at, file) values ('running', 1, now() - interval '1 second', $1)`,
    [dead],
  );
  await vi.waitFor(
    async () => expect(await backups()).toMatchObject([{ state: 'done', error: null }]),
    20_000,
  );
  expect((await readdir(folder)).filter((name) => name.endsWith('.incomplete'))).toEqual([]);
});

test('a backup tells how far it is, and the page and the API show it', async () => {
  const shares: number[] = [];
  const file = join(folder, 'watched.backup');
  await backUp(network.database.url, file, { onProgress: (share) => shares.push(share) });
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.some((share) => share > 0 && share < 0.8)).toBe(true);
  expect(shares.at(-1)).toBe(1);

  await forget();
  const [made] = await network.database.rows<{ id: number }>(
    `insert into backups (state, attempts, next_try_at, progress) values ('running', 1, now() + interval '1 hour', 0.42)
     returning id`,
  );
  const path = `/api/admin/backups/${String(made?.id)}`;
  expect((await admin.get(path)).body).toMatchObject({ state: 'running', progress: 0.42 });
  const page = async () => (await admin.get<string>('/settings/backups')).body.replaceAll('<!-- -->', '');
  const underWay = await page();
  for (const text of ['The backup is being made. You can leave this page.', '42 %'])
    expect(underWay).toContain(text);
  const end = (ago: string) =>
    network.database.rows(
      `update backups set state = 'done', next_try_at = null, bytes = 2000000, finished_at = now() - interval '${ago}'`,
    );
  await end('1 minute');
  expect(await page()).toContain('The backup is done: ');
  await end('11 minutes');
  expect(await page()).not.toContain('The backup is done: ');
});
