/** The rule of duty at the edges of shifts: "Who should take this?" and plans use the same one. */
import { connect, disconnect } from 'db/connection';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { peopleNow } from '~/modules/day-plans/board.server';
import { restedAt, restOf } from '~/modules/day-plans/fleet-problem';
import { dutyAt } from '~/domain/network/shifts/duty.server';
import { createDatabase } from '../support/database';
import { addPeople } from '../support/people';

let database: Awaited<ReturnType<typeof createDatabase>>;
let ids: Record<string, number>;

beforeAll(async () => {
  database = await createDatabase();
  ids = await addPeople(database.url);
  connect(database.url);
});
afterAll(async () => {
  await disconnect();
  await database.drop();
});
beforeEach(async () => {
  await database.rows('delete from shifts');
  await database.rows('update users set deactivated_at = null');
});

const idOf = (username: string) => ids[username] ?? 0;
const [ALMA, BEN, CLEO] = ['driver', 'driver2', 'driver3'];
const shift = (username: string, day: string, starts: number, ends: number, rest: [number, number?] = [0]) =>
  database.rows(
    `insert into shifts (driver_id, day, starts, ends, break_minutes, break_from) values ($1, $2, $3, $4, $5, $6)`,
    [idOf(username), day, starts, ends, rest[0], rest[1] ?? null],
  );
/** Returns the names of the drivers on duty and of those to plan for. The network is in Chicago. */
async function at(iso: string) {
  const now = new Date(iso);
  const [dutyOf, { people, onDuty }] = await Promise.all([dutyAt(now), peopleNow(now)]);
  for (const { driverId, from, until } of people) {
    const { shift: known, worksToday } = dutyOf(driverId);
    expect([from, until]).toEqual([known?.from ?? null, known?.until ?? null]);
    expect(onDuty.includes(driverId)).toBe(worksToday);
  }
  const named = (isMeant: (id: number) => boolean) =>
    [ALMA, BEN, CLEO].filter((username) => isMeant(idOf(username)));
  return { now: named((id) => dutyOf(id).onDuty), planned: named((id) => onDuty.includes(id)) };
}
const [HOUR, DAY] = [60, 24 * 60];

test('on a day without shifts everybody is on duty', async () => {
  const all = { now: [ALMA, BEN, CLEO], planned: [ALMA, BEN, CLEO] };
  expect(await at('2026-11-24T18:00:00Z')).toEqual(all);
  await shift(ALMA, '2026-11-23', 8 * HOUR, 17 * HOUR);
  await shift(ALMA, '2026-11-25', 8 * HOUR, 17 * HOUR);
  expect(await at('2026-11-24T18:00:00Z')).toEqual(all);
  // This shift belongs to a user who no longer drives.
  await shift(BEN, '2026-11-24', 8 * HOUR, 17 * HOUR);
  await database.rows('update users set deactivated_at = now() where id = $1', [idOf(BEN)]);
  expect((await at('2026-11-24T18:00:00Z')).now).toEqual([ALMA, BEN, CLEO]);
});

test('a night shift goes on over midnight, and makes the morning a time with shifts', async () => {
  await shift(ALMA, '2026-11-23', 22 * HOUR, DAY + 6 * HOUR);
  // The times are 23:59, 0:00 and 5:59 in Chicago, and 6:00 below.
  for (const iso of ['2026-11-24T05:59:00Z', '2026-11-24T06:00:00Z', '2026-11-24T11:59:00Z'])
    expect(await at(iso)).toEqual({ now: [ALMA], planned: [ALMA] });
  expect((await at('2026-11-24T12:00:00Z')).now).toEqual([ALMA, BEN, CLEO]);
  // Her next shift comes after the present one.
  await shift(ALMA, '2026-11-24', 22 * HOUR, DAY + 6 * HOUR);
  expect(await at('2026-11-24T11:59:00Z')).toEqual({ now: [ALMA], planned: [ALMA] });
  expect(await at('2026-11-24T12:00:00Z')).toEqual({ now: [], planned: [ALMA] });
});

test('before a shift of today a driver is planned for, and not on duty; a minute after its end neither', async () => {
  await shift(ALMA, '2026-11-24', 8 * HOUR, 17 * HOUR);
  await shift(BEN, '2026-11-24', 6 * HOUR, 9 * HOUR);
  expect(await at('2026-11-24T13:59:00Z')).toEqual({ now: [BEN], planned: [ALMA, BEN] });
  expect(await at('2026-11-24T14:00:00Z')).toEqual({ now: [ALMA, BEN], planned: [ALMA, BEN] });
  expect(await at('2026-11-24T15:01:00Z')).toEqual({ now: [ALMA], planned: [ALMA] });
  expect(await at('2026-11-24T23:01:00Z')).toEqual({ now: [], planned: [] });
});

test('a driver on a break is on duty, and sets out behind it', async () => {
  await shift(ALMA, '2026-11-24', 8 * HOUR, 17 * HOUR, [30, 12 * HOUR]);
  const restAt = async (iso: string) => {
    const now = new Date(iso);
    expect((await at(iso)).now).toEqual([ALMA]);
    const { people } = await peopleNow(now);
    const alma = people.find(({ driverId }) => driverId === idOf(ALMA));
    if (!alma) throw new Error('no Alma');
    const minutes = (restedAt(alma, now.getTime(), now.getTime()) - now.getTime()) / 60_000;
    return [alma.breakMinutes, minutes, (restOf(alma, now.getTime(), now.getTime())?.seconds ?? 0) / 60];
  };
  expect(await restAt('2026-11-24T17:59:00Z')).toEqual([30, 0, 30]);
  expect(await restAt('2026-11-24T18:10:00Z')).toEqual([30, 20, 0]);
  expect(await restAt('2026-11-24T18:30:00Z')).toEqual([0, 0, 0]);
});

test('when clocks change, a shift ends when they show its end', async () => {
  // An hour is skipped on the night of March 8, and repeats on the night of November 1.
  await shift(ALMA, '2026-03-07', 22 * HOUR, DAY + 6 * HOUR);
  await shift(BEN, '2026-03-08', 8 * HOUR, 17 * HOUR);
  expect(await at('2026-03-08T10:59:00Z')).toEqual({ now: [ALMA], planned: [ALMA, BEN] });
  expect(await at('2026-03-08T11:00:00Z')).toEqual({ now: [], planned: [BEN] });
  expect(await at('2026-03-08T13:00:00Z')).toEqual({ now: [BEN], planned: [BEN] });
  await shift(ALMA, '2026-10-31', 22 * HOUR, DAY + 6 * HOUR);
  await shift(BEN, '2026-11-01', 8 * HOUR, 17 * HOUR);
  expect(await at('2026-11-01T11:59:00Z')).toEqual({ now: [ALMA], planned: [ALMA, BEN] });
  expect(await at('2026-11-01T12:00:00Z')).toEqual({ now: [], planned: [BEN] });
});
