/** Floods of positions are dropped and counted, and a million stored positions slow nothing down. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { NewDevice } from '~/domain/tracking/schema';
import { client } from '../support/client';
import { make, pickup } from '../support/factories';
import { install, tell, type Installation } from './installation';

let installation: Installation;
/** There are as many dispatchers again. */
const LANES = 20;
const TOKEN = 'a token of the metrics';

beforeAll(async () => {
  installation = await install({ lanes: LANES, env: { METRICS_TOKEN: TOKEN } });
});
afterAll(() => installation.close());

const HERE = { latitude: 39.02, longitude: -94.59 };
const first = () => installation.lanes[0]?.driverId ?? 0;
const now = () => new Date().toISOString();
const location = (coords: object, timestamp = now()) => ({
  timestamp,
  coords: { ...HERE, accuracy: 8, speed: 3, ...coords },
});
const batch = (count: number, of: (n: number) => object) =>
  JSON.stringify({ location: Array.from({ length: count }, (_, n) => of(n)) });
const secondsAgo = (n: number) => new Date(Date.now() - n * 1_000).toISOString();

async function metrics(): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const text = await (await fetch(`${installation.origin}/metrics`, { headers })).text();
  const lines = text.matchAll(/^positions_(?:dropped_total\{reason="([\w ]+)"\}|stored_total) (\d+)/gm);
  return new Map([...lines].map(([, reason = 'stored', count]) => [reason, Number(count)]));
}

/** Returns the application's memory in MiB. */
const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(installation.app().pid)}/status`, 'utf8'))?.[1]) /
  1_024;

/**
 * Loads the board as long as the work goes on.
 * @returns the number of successful answers.
 */
async function boardDuring(work: Promise<unknown>): Promise<number> {
  const dispatcher = await installation.as('desk1');
  const going = { on: true };
  const end = work.finally(() => (going.on = false));
  let answered = 0;
  while (going.on) {
    expect((await dispatcher.get('/api/positions')).status).toBe(200);
    expect((await dispatcher.get('/dispatcher')).status).toBe(200);
    answered += 1;
  }
  await end;
  return answered;
}

test('whatever phones flood it with is answered with 200, dropped and counted, and the board goes on', async () => {
  const dispatcher = await installation.as('desk1');
  const { database, origin } = installation;
  await make(dispatcher, pickup({ driver_id: first() }));
  await database.rows("update task_events set created_at = now() - interval '1 hour'");
  const driver = await installation.as('lane1');
  const addDevice = async () => {
    const made = await driver.post<NewDevice>(`/api/users/${String(first())}/devices`, { kind: 'traccar' });
    expect(made.status).toBe(201);
    return made.body.path ?? '';
  };
  const same = batch(300, () => location({}, '2026-01-01T00:00:00Z'));
  // Each flood has its own phone, so that the limit of one phone does not hide the reason.
  const floods: [reason: string, body: string, requests: number][] = [
    ['old', same, 200],
    ['future', batch(20, (n) => location({}, secondsAgo(-3_600 - n))), 25],
    ['far away', batch(20, (n) => location({ latitude: 48.1, longitude: 11.6 }, secondsAgo(n))), 25],
    ['inaccurate', batch(20, (n) => location({ accuracy: 5_000 }, secondsAgo(n))), 25],
    ['malformed', `{"location":{"timestamp":"${now()}","coords":{"latitude":NaN,"longitude":NaN}}}`, 200],
    ['malformed', JSON.stringify({ pad: 'x'.repeat(1_000_000) }), 40],
  ];
  await database.rows(
    `insert into dealership_locations (name, fullname, address, city, state, zip_code, latitude, longitude)
     select 'Ford', 'Ford', '1 Main St', 'Kansas City', 'MO', '64111', 39.0, -94.6 on conflict do nothing`,
  );
  await database.rows('update dealership_locations set latitude = 39.0, longitude = -94.6');
  const before = await metrics();
  const memoryBefore = memory();
  const phone = client(origin);
  const statuses = new Set<number>();
  const send = async (path: string, bodies: string[]) => {
    const lane = async () => {
      for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
        const headers = { 'content-type': 'application/json' };
        statuses.add((await phone.call('POST', path, { body, headers })).status);
      }
    };
    await Promise.all([lane(), lane(), lane()]);
  };
  const paths = await Promise.all(floods.map(addDevice));
  const believed = await addDevice();
  // Half of the positions are repeated, and each time is stored once.
  const own = Array.from({ length: 20 }, (_, k) =>
    batch(100, (n) => location({}, secondsAgo(1 + Math.floor(k / 2) * 100 + n))),
  );
  const answered = await boardDuring(
    Promise.all([
      ...floods.map(([, body, requests], i) => send(paths[i] ?? '', Array<string>(requests).fill(body))),
      send(believed, own),
    ]),
  );
  expect([...statuses]).toEqual([200]);
  expect(answered).toBeGreaterThan(0);
  const after = await metrics();
  const counted = (reason: string) => (after.get(reason) ?? 0) - (before.get(reason) ?? 0);
  expect(counted('future')).toBe(500);
  expect(counted('far away')).toBe(500);
  expect(counted('inaccurate')).toBe(500);
  expect(counted('malformed')).toBe(240);
  // A phone may send 600 at once and five a second. The rest of a report is dropped one by one, and further reports are
  // not read.
  expect(counted('old')).toBeGreaterThanOrEqual(600);
  expect(counted('old')).toBeLessThan(1_000);
  expect(counted('too many')).toBeGreaterThan(1_000);
  const [stored] = await database.rows<{ n: number; devices: number }>(
    'select count(*)::integer as n, count(distinct device_id)::integer as devices from positions',
  );
  expect(stored?.devices).toBe(1);
  expect(stored?.n).toBe(counted('stored'));
  expect(stored?.n).toBeLessThanOrEqual(1_000);
  const grown = memory() - memoryBefore;
  expect(grown).toBeLessThan(200);
  tell(
    `positions: ${String(counted('too many'))} above the limit of a phone dropped beside ${String(answered)} looks at the board, memory +${String(Math.round(grown))} MiB`,
  );
});

/** Positions every two minutes, of 40 people in 35 days. */
const A_DAY = 720;
const DAYS = 35;
const KEPT_DAYS = 30;

test('with a million positions, a trail reads one day of one driver, boards read none, and old ones are deleted in parts', async () => {
  const { database } = installation;
  await database.rows('delete from positions');
  await database.rows(`do $$
    declare day date := (now() at time zone 'UTC')::date - 1;
    begin
      for n in 1..${String(DAYS - 1)} loop
        execute format('create table positions_%s partition of positions for values from (%L) to (%L)',
          to_char(day, 'YYYYMMDD'), day || 'T00:00:00Z', day + 1 || 'T00:00:00Z');
        day := day - 1;
      end loop;
    end $$`);
  const fill = (days: string) =>
    database.rows(
      `insert into positions (driver_id, device_id, at, latitude, longitude, accuracy)
       select u.id, 0, (now() at time zone 'UTC')::date::timestamp at time zone 'UTC' - day * interval '1 day'
         + n * interval '2 minutes', 39 + n * 0.0001, -94.6, 8
       from users u, ${days} day, generate_series(0, ${String(A_DAY - 1)}) n`,
    );
  await fill(`generate_series(0, ${String(DAYS - 1)})`);
  // A restored backup may have days without a partition.
  await fill('generate_series(60, 60)');
  await database.rows('analyze positions');
  const people = Object.keys(installation.ids).length;
  expect(people * A_DAY * DAYS).toBeGreaterThan(1_000_000);

  const read = async () => {
    const [sum] = await database.rows<{ all: number; one: number }>(
      `select sum(seq_tup_read)::integer as all, sum(idx_tup_fetch)::integer as one
       from pg_stat_user_tables where relname ~ '^positions_'`,
    );
    return { all: sum?.all ?? 0, one: sum?.one ?? 0 };
  };
  const dispatcher = await installation.as('desk1');
  const date = secondsAgo(10 * 86_400).slice(0, 10);
  const before = await read();
  const trail = await dispatcher.get<string>(`/dispatcher/drivers/${String(first())}/trail?date=${date}`);
  expect(trail.body.replaceAll('<!-- -->', '')).toContain(`${String(A_DAY)} positions`);
  // The statistics of a connection appear when it is used again.
  await vi.waitFor(
    async () => {
      expect((await dispatcher.get('/dispatcher')).status).toBe(200);
      expect((await dispatcher.get('/api/positions')).status).toBe(200);
      expect((await read()).one).toBeGreaterThanOrEqual(before.one + A_DAY);
    },
    { timeout: 20_000, interval: 200 },
  );
  const after = await read();
  expect(after.all).toBe(before.all);
  expect(after.one - before.one).toBeLessThan(2 * A_DAY);

  await database.rows(
    `insert into settings (name, value, updated_at) values ('purge', '{}', now() - interval '2 hours')
     on conflict (name) do update set updated_at = excluded.updated_at`,
  );
  const purged = vi.waitFor(
    async () => {
      const found = await database.rows<{ gone: number }>(
        "select (changes -> 'removed.positions' ->> 1)::integer as gone from admin_events where act = 'retention.purged'",
      );
      expect(found).toEqual([{ gone: people * A_DAY * (DAYS - KEPT_DAYS) }]);
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(await boardDuring(purged)).toBeGreaterThan(0);
  const left = await database.rows<{ n: number }>('select count(*)::integer as n from positions');
  expect(left).toEqual([{ n: people * A_DAY * (KEPT_DAYS + 1) }]);
});
