/**
 * Measures 100 phones that report every 5 seconds, writes beside 400 reports a second, and a flood. `npm run bench --
 * --positions`
 */
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, test } from 'vitest';
import { makeBed, type Bed } from './bed';
import { cpuSeconds, postmasterOf } from './processes';
import { report, row } from './report';

const PHONES = 100;
const EVERY_SECONDS = 5;
const ROUNDS = 10;
const FLOOD = 20_000;

let bed: Bed;
const tokens = Array.from({ length: PHONES }, (_, i) => `bench-phone-${String(i).padStart(12, '0')}`);
const agent = new Agent({ keepAlive: true, maxSockets: 50 });

beforeAll(async () => {
  bed = await makeBed({ drivers: PHONES, tasks: 1_000 });
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
  await bed.database.rows(
    `insert into devices (user_id, kind, name, token_hash)
     select d.id, 'owntracks', 'Phone', decode(t.hash, 'hex')
     from unnest($1::text[]) with ordinality as t(hash, n)
     join (select id, row_number() over (order by id) as n from users where 'driver' = any(roles)) d using (n)`,
    [hashes],
  );
});
afterAll(async () => {
  agent.destroy();
  await bed.close();
});

/** Returns the position of a phone that moves north at 20 m/s. */
const positionOf = (phone: number, second: number) =>
  JSON.stringify({
    _type: 'location',
    lat: 39 + phone / 1_000 + (second * 20) / 111_195,
    lon: -94.6,
    acc: 8,
    batt: 80,
    tst: Math.floor(Date.now() / 1_000) - ROUNDS * EVERY_SECONDS + second,
    vel: 72,
    t: 'u',
    tid: 'ab',
  });

const send = (token: string, body: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    request(`${bed.app.origin}/p/at/${token}`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().once('end', resolve);
    })
      .once('error', reject)
      .end(body);
  });

test('100 phones every 5 seconds, as a part of one core', async () => {
  const postmaster = await postmasterOf(bed.database.url);
  const cost = () => cpuSeconds(bed.app.pid) + cpuSeconds(postmaster);
  const round = (second: number) =>
    Promise.all(tokens.map((token, phone) => send(token, positionOf(phone, second))));
  await round(0);
  const [own, all] = [cpuSeconds(bed.app.pid), cost()];
  for (let n = 1; n <= ROUNDS; n += 1) await round(n * EVERY_SECONDS);
  const seconds = ROUNDS * EVERY_SECONDS;
  const [percent, percentOfAll] = [
    (100 * (cpuSeconds(bed.app.pid) - own)) / seconds,
    (100 * (cost() - all)) / seconds,
  ];
  const [stored] = await bed.database.rows<{ n: number }>('select count(*)::integer as n from positions');
  report('100 phones every 5 seconds, % of a core', {
    application: percent,
    'with PostgreSQL': percentOfAll,
    stored: stored?.n ?? 0,
  });
  row('100 phones every 5 s, with PostgreSQL', { unit: '% of a core', ours: percentOfAll, goal: '≤ 5' });
});

const WRITERS = 4;
const WRITE_SECONDS = 10;
const OFFERED_A_SECOND = 400;

test('four people save beside 400 positions a second', async () => {
  const ids = (
    await bed.database.rows<{ id: number }>('select id from tasks order by id desc limit $1', [WRITERS])
  ).map(({ id }) => id);
  /** @returns the median in milliseconds. */
  const write = async () => {
    const taken: number[] = [];
    const end = performance.now() + WRITE_SECONDS * 1_000;
    await Promise.all(
      ids.map(async (id) => {
        for (let n = 0; performance.now() < end; n += 1) {
          const begun = performance.now();
          await bed.dispatcher.patch(`/api/tasks/${String(id)}`, { notes: `Bench ${String(n)}` });
          taken.push(performance.now() - begun);
        }
      }),
    );
    return taken.sort((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0;
  };
  const alone = await write();
  let second = ROUNDS * EVERY_SECONDS;
  const sent: Promise<void>[] = [];
  const reports = setInterval(
    () => {
      second += 1;
      for (let phone = 0; phone < PHONES; phone += 1)
        sent.push(send(tokens[phone] ?? '', positionOf(phone, second)));
    },
    (1_000 * PHONES) / OFFERED_A_SECOND,
  );
  const beside = await write();
  clearInterval(reports);
  await Promise.all(sent);
  report('a task write beside 400 positions/s, p50 ms', { alone, beside });
  row('a task write beside 400 positions/s, p50', { unit: 'ms', ours: beside, floor: alone, goal: '≤ 20' });
});

test('a flood of one phone, dropped', async () => {
  const before = cpuSeconds(bed.app.pid);
  const [token = ''] = tokens;
  const body = positionOf(0, 0);
  for (let sent = 0; sent < FLOOD; sent += 500)
    await Promise.all(Array.from({ length: 500 }, () => send(token, body)));
  const micros = (1e6 * (cpuSeconds(bed.app.pid) - before)) / FLOOD;
  report('a position of a flood, CPU µs', { application: micros });
});
