/**
 * Rows wait for work. One worker claims each, the row returns when its lease ends, and a worker that lost it cannot
 * change it.
 */
import { connect, disconnect, execute, row } from 'db/connection';
import { GeocodeQueue } from 'db/models/places';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  claimRows,
  dueIn,
  releasedClaim,
  retries,
  stillClaimed,
  workOff,
} from '~/domain/platform/lease.server';
import { createDatabase } from '../support/database';

let home: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  home = await createDatabase();
  connect(home.url);
});
afterAll(async () => {
  await disconnect();
  await home.drop();
});
beforeEach(async () => {
  await GeocodeQueue.destroy({ where: {} });
  await GeocodeQueue.bulkCreate([
    { addressKey: 'a', address: 'A' },
    { addressKey: 'b', address: 'B' },
  ]);
});

type Claim = { key: string; attempts: number };
const QUEUE = {
  table: 'geocode_queue',
  key: 'address_key',
  leaseSeconds: 30,
  set: 'asking = true',
  returning: 'q.address_key as key, q.attempts',
};
const claimAll = () => claimRows<Claim>(QUEUE, { orderBy: 'q.address_key', limit: 10 });
const secondsUntilDue = async (key: string) =>
  (
    await row<{ seconds: number | null }>(
      'select extract(epoch from next_try_at - now())::float8 as seconds from geocode_queue where address_key = $key',
      { key },
    )
  )?.seconds;

test('a row claimed at the same time is claimed once, until its lease is over', async () => {
  const claims = (await Promise.all([claimAll(), claimAll(), claimAll()])).flat();
  expect(claims.map(({ key }) => key).sort()).toEqual(['a', 'b']);
  expect(await claimAll()).toEqual([]);
  expect(await secondsUntilDue('a')).toBeGreaterThan(25);
  await execute("update geocode_queue set next_try_at = now() - interval '1 second' where address_key = 'a'");
  expect(await claimAll()).toEqual([{ key: 'a', attempts: 2 }]);
});

test('a worker without its claim changes nothing; the holder delays, returns or ends it', async () => {
  const [lost] = await claimAll();
  if (!lost) throw new Error('nothing was claimed');
  const where = { addressKey: lost.key, ...stillClaimed(lost) };
  await GeocodeQueue.update(dueIn(0), { where });
  const [held] = await claimAll();
  expect(held).toEqual({ key: lost.key, attempts: 2 });
  expect(await GeocodeQueue.update(dueIn(null), { where })).toEqual([0]);
  const mine = { addressKey: lost.key, ...stillClaimed({ attempts: 2 }) };
  await GeocodeQueue.update(dueIn(100), { where: mine });
  expect(await secondsUntilDue(lost.key)).toBeGreaterThan(95);
  await GeocodeQueue.update(releasedClaim({ attempts: 2 }), { where: mine });
  expect(await claimAll()).toEqual([{ key: lost.key, attempts: 2 }]);
  await GeocodeQueue.update(dueIn(null), { where: mine });
  expect(await secondsUntilDue(lost.key)).toBeNull();
  expect(await claimAll()).toEqual([]);
});

test('waits grow as they are listed, a share more or less, and the last try is known', () => {
  const { isLast, secondsAfter, longestSeconds } = retries({
    firstSeconds: 10,
    multiples: [1, 3],
    spread: 0.1,
  });
  const tries = (attempts: number) => Array.from({ length: 50 }, () => secondsAfter({ attempts }));
  expect(tries(1).every((seconds) => seconds >= 9 && seconds <= 11)).toBe(true);
  expect(tries(2).every((seconds) => seconds >= 27 && seconds <= 33)).toBe(true);
  expect(longestSeconds()).toBeGreaterThanOrEqual(27);
  expect([1, 2, 3].map((attempts) => isLast({ attempts }))).toEqual([false, false, true]);
});

test('work goes on until nothing is due, or it is stopped', async () => {
  const waiting = [[1, 2], [3], []];
  const done: number[] = [];
  const work = (claimed: number) => Promise.resolve(done.push(claimed));
  const next = () => Promise.resolve(waiting.shift() ?? []);
  await workOff(next, work, () => done.length >= 2);
  expect(done).toEqual([1, 2]);
  await workOff(next, work, () => false);
  expect(done).toEqual([1, 2, 3]);
});
