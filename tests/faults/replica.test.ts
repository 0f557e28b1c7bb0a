/** A real streaming replica, which falls behind, is cut off, stopped and promoted. */
import { chromium, expect as expectShown } from '@playwright/test';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, disconnect, rows } from 'db/connection';
import { restore } from 'db/restore';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readOnly, startReplica } from '~/domain/platform/replica.server';
import type { Task } from '~/domain/tasks/model/task';
import { startApp, type App } from '../support/app';
import { client, PASSWORD, type Client } from '../support/client';
import { delivery } from '../support/factories';
import { submitForm } from '../support/forms';
import {
  connectTo,
  doctor,
  findPostgres,
  startPostgres,
  startStandby,
  type OwnServer,
  type Standby,
} from '../support/own-postgres';
import { addPeople } from '../support/people';
import { startWire, type Wire } from '../support/wire';

const programs = findPostgres();
const skipped = programs ? '' : ' (SKIPPED: Debian’s postgresql is not installed)';
const SERVICE = 'service_outage_seconds{service="read replica"}';
const TOKEN = 'a token of the metrics';

describe.skipIf(!programs)(`a read replica${skipped}`, () => {
  let server: OwnServer;
  /** From the replica to the primary. */
  let line: Wire;
  let standby: Standby;
  /** From the application to the replica. */
  let wire: Wire;
  let readUrl: string;
  let plain: App;
  let app: App;
  let admin: pg.Client;
  let desk: Client;
  let folder: string;
  /** Statements that the replica was asked. */
  let asked: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-replica-'));
    server = await startPostgres(programs ?? '');
    plain = await startApp({ databaseUrl: server.url });
    await addPeople(server.url);
    line = await startWire({ hostname: '127.0.0.1', port: String(server.port) });
    standby = await startStandby(programs ?? '', server, line.port);
    wire = await startWire(new URL(standby.readerUrl), (piece) => {
      asked.push(piece.toString());
      return 'none';
    });
    readUrl = Object.assign(new URL(standby.readerUrl), { port: String(wire.port) }).href;
    app = await startApp({
      databaseUrl: server.url,
      env: { DATABASE_READ_URL: readUrl, METRICS_TOKEN: TOKEN, LOG_LEVEL: 'info' },
    });
    admin = await connectTo(standby.adminUrl);
    desk = await signedIn('dispatcher');
    await archived('Replicated Repairs');
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(async () => {
    await Promise.all([app.stop(), plain.stop(), admin.end()]);
    await Promise.all([wire.close(), line.close()]);
    await standby.stop();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const signedIn = async (username: string) => {
    const person = client(plain.origin);
    await person.signIn(username);
    return person.through(app.origin);
  };
  const metrics = async () =>
    (await client(app.origin).get<string>('/metrics', { authorization: `Bearer ${TOKEN}` })).body;
  /** Writes at the instance without a replica, as a colleague would. */
  async function archived(location: string): Promise<Task> {
    const colleague = client(plain.origin);
    await colleague.signIn('dispatcher2');
    const task = (await colleague.post<Task>('/api/tasks', delivery({ location }))).body;
    expect((await colleague.patch(`/api/tasks/${String(task.id)}`, { status: 'completed' })).status).toBe(
      200,
    );
    expect((await colleague.post('/api/tasks/batch/archive', { taskIds: [task.id] })).status).toBe(200);
    return task;
  }
  const wasAsked = (part: string) => asked.some((statement) => statement.includes(part));
  const today = () => new Date().toLocaleDateString('en-CA', { timeZone: 'America/Chicago' });
  const history = async () => (await desk.get<string>('/history')).body;
  const whenServiceFails = (why: RegExp) =>
    expect
      .poll(() =>
        app
          .output()
          .split('\n')
          .filter((each) => each.includes('read replica'))
          .at(-1),
      )
      .toMatch(why);

  test('it is looked at from the start on', async () => {
    await expect.poll(metrics).toMatch(/^database_replica_seconds_behind 0$/m);
  });

  test.each([
    ['/history', 'task_archive_summary, jsonb_each_text'],
    ['/history/day-sheet', 'order by t.driver_id is null'],
    ['/history/report', 'from archive_figures'],
    ['/history/export.csv', 't.completed_at, t.id) > ('],
    ['/accounts/export.csv', 'string_agg(concat_ws'],
    ['/dispatcher?q=replicated', 'by_person_archived'],
    ['/api/tasks/find?q=replicated', 'by_person_archived'],
    ['/api/tasks/archived/by-date/TODAY', 'order by t.completed_at desc'],
    ['/api/history/report?from=TODAY&to=TODAY', 'from archive_figures'],
  ])('%s is answered by it, as by the primary', async (path, statement) => {
    const asking = path.replaceAll('TODAY', today());
    await expect
      .poll(async () => {
        await desk.get(asking);
        return wasAsked(statement);
      })
      .toBe(true);
    const [here, there] = await Promise.all([desk.get(asking), desk.through(plain.origin).get(asking)]);
    expect(here.status).toBe(200);
    expect(here.headers.get('data-as-of')).toBeNull();
    if (!here.headers.get('content-type')?.startsWith('text/html')) expect(here.body).toEqual(there.body);
    else expect(here.body).not.toContain('As of');
  });

  test('so is the file of the audit log', async () => {
    const ada = await signedIn('admin');
    await ada.through(plain.origin).patch('/api/admin/network', { name: 'Heartland Parts' });
    const [here, there] = await Promise.all(
      [ada, ada.through(plain.origin)].map((each) => each.get<string>('/settings/audit.csv')),
    );
    expect(wasAsked('from admin_events')).toBe(true);
    expect(here?.body).toContain('Heartland Parts');
    expect(here?.body).toBe(there?.body);
  });

  test('behind, it says how old it is; whoever wrote, scripts, files and searches ask the primary', async () => {
    const form = { intent: 'createToken', expiresInDays: '', ownPassword: PASSWORD, name: 'Reports' };
    const made = await submitForm(desk.through(plain.origin), '/settings/tokens/new', form);
    const token = /value="(pd_[\w-]{43})"/.exec(made.body)?.[1] ?? '';
    await admin.query('select pg_wal_replay_pause()');
    try {
      await archived('Later Limousines');
      expect(await history()).toMatch(/As of .*:\d\d [AP]M.*Replicated Repairs/s);
      expect(await history()).not.toContain('Later Limousines');
      const day = `/api/tasks/archived/by-date/${today()}`;
      const old = await desk.get<Task[]>(day);
      expect(Date.parse(old.headers.get('data-as-of') ?? '')).toBeLessThan(Date.now());
      expect(old.body.map(({ location }) => location)).not.toContain('Later Limousines');

      const wrote = await desk.post('/api/tasks', delivery());
      expect(wrote.headers.getSetCookie().join()).toMatch(
        /wrote=1; Path=\/; HttpOnly; SameSite=Lax; Max-Age=60/,
      );
      const cookie = `${desk.cookie()}; wrote=1`;
      const own = await client(app.origin, cookie).get<string>('/history');
      expect(own.body).toContain('Later Limousines');
      expect(own.body).not.toContain('As of');
      const script = await client(app.origin).get<Task[]>(day, { authorization: `Bearer ${token}` });
      expect(script.body.map(({ location }) => location)).toContain('Later Limousines');
      expect(script.headers.get('data-as-of')).toBeNull();
      expect((await desk.get('/history/export.csv')).body).toContain('Later Limousines');
      expect(JSON.stringify((await desk.get('/api/tasks/find?q=limousines')).body)).toContain('Later');
      expect(await doctor(server.url, { DATABASE_READ_URL: readUrl })).toMatch(
        /^warning +Read replica: is \d+ s behind the primary\n +→ Pages say/m,
      );
      expect(await metrics()).toMatch(/^database_replica_seconds_behind \d+\.\d+$/m);
    } finally {
      await admin.query('select pg_wal_replay_resume()');
    }
    await expect.poll(history).not.toContain('As of');
    expect(await history()).toContain('Later Limousines');
    expect(await doctor(server.url, { DATABASE_READ_URL: readUrl })).toMatch(
      /^ok +Read replica: has everything that the primary has$/m,
    );
  });

  test('an open page that is late asks again by itself', async () => {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
    await admin.query('select pg_wal_replay_pause()');
    try {
      const [name = '', value = ''] = desk.cookie().split('=');
      const context = await browser.newContext({ serviceWorkers: 'block', timezoneId: 'America/Chicago' });
      await context.addCookies([{ name, value, url: app.origin }]);
      const page = await context.newPage();
      await archived('Overdue Overlanders');
      await page.goto(`${app.origin}/history`);
      const notice = page.getByText(/^As of \d+:\d\d:\d\d [AP]M\. Later changes will appear here shortly\.$/);
      await expectShown(notice).toBeVisible();
      await admin.query('select pg_wal_replay_resume()');
      await expectShown(page.getByText('Overdue Overlanders')).toBeVisible({ timeout: 30_000 });
      await expectShown(notice).toBeHidden();
    } finally {
      await admin.query('select pg_wal_replay_resume()');
      await browser.close();
    }
  });

  test('a backup is made at the replica, and at the primary when something is missing there', async () => {
    const backup = async (name: string) => {
      const file = join(folder, name);
      const env = {
        PATH: process.env.PATH,
        NODE_ENV: 'production' as const,
        ENV_FILE: '',
        LOG_LEVEL: 'silent',
        DATABASE_URL: server.url,
        DATABASE_READ_URL: readUrl,
        SESSION_SECRET: 'for tests only, and of sufficient length',
      };
      const child = spawn(process.execPath, ['build/index.js', 'backup', file], { env, stdio: 'ignore' });
      expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
      const primary = await connectTo(server.adminUrl);
      await primary.query(`create database ${name} owner ${server.role}`);
      await primary.end();
      const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
      await restore(url, file, { replace: false });
      const restored = await connectTo(url);
      const { rows: tasks } = await restored.query<{ location: string }>('select location from tasks');
      await restored.end();
      return tasks.map(({ location }) => location);
    };
    await archived('Saved Sedans');
    expect(await backup('there')).toContain('Saved Sedans');
    expect(wasAsked('copy (select')).toBe(true);
    asked = [];
    await admin.query('select pg_wal_replay_pause()');
    try {
      await archived('Newer Saloons');
      expect(await backup('here')).toContain('Newer Saloons');
      expect(wasAsked('copy (select')).toBe(false);
    } finally {
      await admin.query('select pg_wal_replay_resume()');
    }
  });

  test('a read that replaying ends is answered by the primary, once', async () => {
    const primary = await connectTo(server.url);
    await primary.query('create table scratch as select 1 as id');
    await admin.query('alter system set max_standby_streaming_delay = 0');
    await admin.query('select pg_reload_conf()');
    connect(server.url);
    const stop = startReplica(standby.readerUrl);
    const SLOW_THERE = `
      select pg_is_in_recovery() as "isReplica", pg_sleep(case when pg_is_in_recovery() then 9 else 0 end)::text
      from scratch`;
    try {
      const isSlow = async () => {
        const { rowCount } = await admin.query(
          "select from pg_stat_activity where state = 'active' and wait_event = 'PgSleep'",
        );
        return rowCount;
      };
      // The first look at the replica ends soon after the start.
      await expect
        .poll(() => readOnly(() => rows('select pg_is_in_recovery() as at')))
        .toEqual([{ at: true }]);
      const reading = readOnly(() => rows<{ isReplica: boolean }>(SLOW_THERE));
      await expect.poll(isSlow).toBe(1);
      await primary.query('alter table scratch add more integer');
      expect(await reading).toEqual([{ isReplica: false, pg_sleep: '' }]);
    } finally {
      await stop();
      await disconnect();
      await admin.query('alter system reset max_standby_streaming_delay');
      await admin.query('select pg_reload_conf()');
      await primary.query('drop table scratch');
      await primary.end();
    }
  });

  test('cut off from the primary, it is not read, and that is said until it is in order', async () => {
    line.cut();
    await whenServiceFails(/a service does not work.*|It receives nothing from the primary/);
    await archived('Unheard Utes');
    expect(await history()).toContain('Unheard Utes');
    expect(await history()).not.toContain('As of');
    expect(await metrics()).toContain(SERVICE);
    expect(await metrics()).not.toMatch(/^database_replica_seconds_behind \d/m);
    expect(await doctor(server.url, { DATABASE_READ_URL: readUrl })).toMatch(
      /^warning +Read replica: receives nothing from the primary\n +→ The primary answers instead/m,
    );
    line.mend();
    await whenServiceFails(/a service works again/);
    asked = [];
    expect(await history()).toContain('Unheard Utes');
    expect(wasAsked('task_archive_summary')).toBe(true);
  });

  test('when it can’t be reached, the primary answers', async () => {
    wire.cut();
    expect(await history()).toContain('Replicated Repairs');
    await whenServiceFails(/It does not answer/);
    expect((await desk.get('/history/export.csv')).body).toContain('Replicated Repairs');
    wire.mend();
    await whenServiceFails(/a service works again/);
  });

  test('when it hangs in the middle, a page waits for a second', async () => {
    wire.silence();
    expect(await history()).toContain('Replicated Repairs');
    await whenServiceFails(/It does not answer/);
    wire.mend();
    await whenServiceFails(/a service works again/);
  });

  test('promoted, it is another database, and not read any more', async () => {
    await admin.query('select pg_promote()');
    const diverged = await connectTo(
      Object.assign(new URL(standby.adminUrl), { pathname: `/${server.role}` }).href,
    );
    await diverged.query("update tasks set location = 'Astray Autos'");
    await diverged.end();
    await archived('Present Pickups');
    expect(await history()).toContain('Present Pickups');
    expect(await history()).not.toContain('Astray Autos');
    await whenServiceFails(/It is not a replica, or no longer: it accepts writes/);
    expect(await doctor(server.url, { DATABASE_READ_URL: readUrl })).toMatch(
      /^warning +Read replica: is not a replica, or no longer: it accepts writes/m,
    );
  });
});
