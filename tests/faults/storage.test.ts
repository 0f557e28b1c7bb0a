/** The disk of the database is full, or that of the application's folder. */
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { client } from '../support/client';
import { holdLocks, serverRows } from '../support/database';
import { brokenInvariants } from '../support/invariants';
import { grid, osmFile } from '../support/osm-file';
import { regionMaker } from '../support/region';
import { smallDisk, unmount } from '../support/small-disk';
import { rounds, install, type Installation, tell } from './installation';

const disk = smallDisk(64);
const folderDisk = smallDisk(16);
/** More than a page of sessions or of the audit log has. */
const SIGN_INS = 150;
const WRONG = { username: 'desk1', password: 'no password of anybody' };
const files = mkdtempSync(join(tmpdir(), 'parts-dispatch-files-'));
const name = disk
  ? 'the disk is full'
  : 'the disk is full (SKIPPED: this machine lets nobody mount a small one)';
const TOKEN = 'a token of the metrics';
const METRICS = { authorization: `Bearer ${TOKEN}` };
let installation: Installation;

beforeAll(async () => {
  installation = await install({ lanes: 2, env: { METRICS_TOKEN: TOKEN } });
});
afterAll(async () => {
  await installation.close();
  if (disk) await serverRows('drop tablespace if exists small_disk');
  unmount(disk);
  unmount(folderDisk);
  rmSync(files, { recursive: true });
});

test.skipIf(!disk)(
  `${name}: 503 with a sentence, reading goes on, nothing is written by half; with room again it writes`,
  async () => {
    if (!disk) return;
    const [folder] = await serverRows<{ data_directory: string }>('show data_directory');
    const { uid, gid } = statSync(folder?.data_directory ?? '');
    chownSync(disk, uid, gid);
    chmodSync(disk, 0o700);
    await serverRows(`create tablespace small_disk location '${disk}'`);
    const { rows } = installation.database;
    const moveTo = async (table: string) => {
      await rows(`alter table ${table} set tablespace small_disk`);
      const indexes = await rows<{ name: string }>(
        `select indexrelid::regclass::text as name from pg_index where indrelid = '${table}'::regclass`,
      );
      for (const { name: index } of indexes) await rows(`alter index ${index} set tablespace small_disk`);
    };
    // The application has made room for sessions.
    const vacuums = "select vacuum_count::integer as n from pg_stat_user_tables where relname = 'sessions'";
    await expect.poll(async () => (await rows<{ n: number }>(vacuums))[0]?.n).toBeGreaterThan(0);
    const tables = ['tasks', 'task_events', 'idempotency_keys', 'task_signatures'];
    for (const table of [...tables, 'sessions', 'rate_limits', 'admin_events']) await moveTo(table);

    const isFull = (figure: number) =>
      vi.waitFor(async () => {
        const answer = await client(installation.origin).get<string>('/metrics', METRICS);
        expect(answer.body).toMatch(new RegExp(`^parts_dispatch_database_full ${String(figure)}$`, 'm'));
      });
    const desk = await installation.as('desk1');
    const notes = 'x'.repeat(4_900);
    let acknowledged = 0;
    const pages = () =>
      installation.database.rows<{ pages: number }>(
        "select pg_relation_size('ballast')::integer / 8192 as pages",
      );
    for (let round = 1; round <= rounds(1, 5); round += 1) {
      // Background work waits for a list until the disk is full.
      await desk.post('/api/tasks', {
        type: 'pickup',
        location: 'Makes the list',
        part_numbers: 'A-1',
        driver_id: installation.ids.lane1,
      });
      const release = await holdLocks(
        installation.database.url,
        'select 1 from task_lists where owner_id = $1 for update',
        [installation.ids.lane1],
      );
      await installation.database.quietly(
        `insert into tasks (type, status, location, driver_id, need_by)
         select 'pickup', 'hold', 'Held', $1, now() from generate_series(1, 200)`,
        [installation.ids.lane1],
      );
      // The table grows until the disk has no page left.
      await installation.database.rows('create table ballast (filling text) tablespace small_disk');
      for (let bytes = 4_000_000; bytes >= 4_000; bytes = Math.floor(bytes / 4)) {
        for (let hasFailed = false; !hasFailed;) {
          hasFailed = await installation.database
            .rows(
              `insert into ballast select repeat('y', 1900) from generate_series(1, ${String(Math.ceil(bytes / 2_000))})`,
            )
            .then(
              () => false,
              () => true,
            );
        }
      }
      expect((await pages())[0]?.pages).toBeGreaterThan(100);
      const answers: { status: number; body: { error?: string } }[] = [];
      while (answers.at(-1)?.status !== 503) {
        answers.push(
          await desk.post<{ error?: string }>('/api/tasks', {
            type: 'pickup',
            location: 'Prairie Parts Supply',
            part_numbers: 'A-1',
            notes,
          }),
        );
      }
      const taken = answers.filter(({ status }) => status === 201).length;
      expect(answers).toHaveLength(taken + 1);
      acknowledged += taken;
      expect(answers.at(-1)?.body.error).toBe('Storage is full. Nothing was saved.');
      expect((await desk.get('/api/tasks')).status).toBe(200);
      await release();
      await isFull(1);
      // To make room, people have to sign in.
      for (let person = 0; person < SIGN_INS; person += 1) {
        const browser = client(installation.origin);
        await browser.signIn('desk2');
        expect((await browser.get('/dispatcher')).status).toBe(200);
      }
      expect(await client(installation.origin).post('/api/login', WRONG)).toMatchObject({ status: 401 });
      const broken = await brokenInvariants(installation.database);
      expect(broken.filter((each) => !each.startsWith('no hold is overdue'))).toEqual([]);
      const [stored] = await installation.database.rows<{ n: number }>(
        'select count(*)::integer as n from tasks where length(notes) = 4900',
      );
      expect(stored?.n).toBe(acknowledged);
      await installation.database.rows('drop table ballast');
      expect(
        (await desk.post('/api/tasks', { type: 'pickup', location: 'Room', part_numbers: 'A-1' })).status,
      ).toBe(201);
      await isFull(0);
      await expect.poll(() => brokenInvariants(installation.database)).toEqual([]);
      tell(`disk full: ${String(stored?.n)} tasks stored, all of them acknowledged`);
    }
  },
);

test.skipIf(!folderDisk)(
  `${name} while a region is built: it says so, and the region in use stays`,
  async () => {
    if (!folderDisk) return;
    const { region } = regionMaker(folderDisk, installation);
    const streets = (name: string, size: number) => {
      const path = join(files, name);
      writeFileSync(path, osmFile(grid(size, [-90, 40]), { date: new Date('2026-03-01T00:00:00Z') }));
      return path;
    };
    const inUse = () => readFileSync(join(folderDisk, 'region/current'), 'utf8');
    const first = await region([streets('first.osm.pbf', 5)]);
    expect(first.text).toContain('First is in use now');
    const before = inUse();

    const { bavail, bsize } = statfsSync(folderDisk);
    writeFileSync(join(folderDisk, 'ballast'), Buffer.alloc(bavail * bsize - 8_192));
    const second = await region([streets('second.osm.pbf', 150)]);
    expect(second.code).toBe(1);
    expect(second.text).toMatch(
      new RegExp(`the disk of ${folderDisk} is full \\([\\d.]+ MB free\\)\\. Free up space`),
    );
    expect(inUse()).toBe(before);
    expect(readdirSync(join(folderDisk, 'region')).filter((each) => /^\d/.test(each))).toEqual([before]);

    rmSync(join(folderDisk, 'ballast'));
    const third = await region([streets('third.osm.pbf', 150)]);
    expect(third.text).toContain('Third is in use now');
  },
);
