/** Measures reads and writes against bare floors that use the same SQL. `npm run bench -- --load` */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, test } from 'vitest';
import { client } from '../support/client';
import { makeBed, type Bed } from './bed';
import { startFloor, type Floor } from './floor';
import { compare, reportCompared, type Compared } from './load';
import { postmasterOf } from './processes';
import { row } from './report';

const DRIVERS = 30;
const TASKS = 300;

let bed: Bed;
let floor: Floor;
let postmaster: number;

beforeAll(async () => {
  spawnSync('node_modules/.bin/remix', ['build', 'tests/bench/plain-page'], {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  bed = await makeBed({ drivers: DRIVERS, tasks: TASKS });
  floor = await startFloor(bed.database.url);
  postmaster = await postmasterOf(bed.database.url);
});
afterAll(async () => {
  floor.stop();
  await bed.close();
});

const ours = (path: string, headers: Record<string, string> = {}) => ({
  url: bed.app.origin + path,
  headers: { cookie: bed.dispatcher.cookie(), ...headers },
  pid: bed.app.pid,
});
const perSecond = ({ ours: our, floor: its }: Compared) => ({
  unit: 'answers/s',
  ours: our.perSecond,
  floor: its.perSecond,
});
const bare = (path: string) => ({ url: floor.origin + path, pid: floor.pid });

test('GET /api/tasks, 300 active tasks', async () => {
  reportCompared(
    'GET /api/tasks, against node:http + pg',
    await compare(ours('/api/tasks'), bare('/tasks'), postmaster),
  );
  const { headers } = await bed.dispatcher.get('/api/tasks');
  const known = ours('/api/tasks', { 'if-none-match': headers.get('etag') ?? '' });
  reportCompared(
    '… with the ETag of an unchanged list',
    await compare({ ...known, expect: 304 }, bare('/tasks'), postmaster),
  );
});

test('the dispatcher page, 30 drivers and 300 tasks', async () => {
  const page = await compare(ours('/dispatcher'), bare('/'), postmaster);
  reportCompared('/dispatcher, against a plain Remix page of 300 rows', page);
  row('/dispatcher against a plain Remix page of 300 rows', { ...perSecond(page), goal: '≥ 0.75×' });
  reportCompared(
    'GET /api/board, against node:http + pg',
    await compare(ours('/api/board', { 'accept-encoding': 'gzip' }), bare('/tasks'), postmaster),
  );
});

test('writing', async () => {
  let written = 0;
  const note = (path: (id: number) => string) => () => {
    written += 1;
    return { path: path(1 + (written % TASKS)), body: JSON.stringify({ notes: `note ${String(written)}` }) };
  };
  const json = { 'content-type': 'application/json' };
  const compared = await compare(
    { ...ours('', json), method: 'PATCH', next: note((id) => `/api/tasks/${String(id)}`) },
    { ...bare(''), headers: json, method: 'PATCH', next: note((id) => `/tasks/${String(id)}`) },
    postmaster,
  );
  reportCompared('PATCH /api/tasks/ID, against node:http + pg', compared);
  row('PATCH /api/tasks/ID against node:http + pg', { ...perSecond(compared), goal: '≥ 0.75×' });
});

test("the driver's page", async () => {
  const driver = client(bed.app.origin);
  await driver.signIn('driver0');
  const page = await compare(
    { ...ours('/driver'), headers: { cookie: driver.cookie() } },
    bare('/'),
    postmaster,
  );
  reportCompared('/driver, against a plain Remix page of 300 rows', page);
  row('GET /driver, CPU of the database', { unit: 'ms', ours: page.ours.databaseMs, goal: '≤ 1.6' });
});
