/** Schedules of runs: who saves what, runs made once and ahead, exceptions of a day, closed days, made runs that follow. */
import { expect, test } from 'vitest';
import { dayAfter } from '~/domain/network/shifts/hours';
import { momentAt, wallClock } from '~/domain/kernel/time';
import { weekdayOf } from '~/domain/network/runs/departures';
import type { RunException, Schedule } from '~/domain/network/runs/schema';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const dispatcher2 = network.client('dispatcher2');

const ZONE = 'America/Chicago';
const today = wallClock(new Date(), ZONE).date;
const tomorrow = dayAfter(today, 1);
const AHEAD = 8;

type Answer = Schedule & { error: string; fields?: Record<string, string[]> };
const daily = (departs: string, cutoff: string, cutoffDaysBefore = 0) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, departs, cutoff, cutoffDaysBefore }));
let count = 0;
const freshName = () => `North ${String((count += 1))}`;
const create = async (more: object = {}) => {
  const given = { name: freshName(), dealership: 'Ford', times: daily('10:30', '10:10'), ...more };
  const { status, body } = await dispatcher.post<Answer>('/api/run-schedules', given);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};
const pathOf = ({ id }: { id: number }, more = '') => `/api/run-schedules/${String(id)}${more}`;
const change = (schedule: Schedule, input: object, as = dispatcher) =>
  as.patch<Answer>(pathOf(schedule), input, { 'if-match': `"${String(schedule.version)}"` });
const except = (schedule: Schedule, input: object) =>
  dispatcher.post<RunException & Answer>(pathOf(schedule, '/exceptions'), { day: tomorrow, ...input });

type StoredRun = {
  day: string;
  departs: number;
  leaves: string;
  closes: string;
  state: string;
  driver: number | null;
  name: string;
};
/** From tomorrow on: those of today depend on the hour. */
const runsOf = ({ id }: { id: number }, from = tomorrow, to = '9999-12-31') =>
  network.database.rows<StoredRun>(
    `select to_char(day, 'YYYY-MM-DD') as day, departs, to_json(departs_at) #>> '{}' as leaves,
       to_json(cutoff_at) #>> '{}' as closes, state, driver_id as driver, name
     from runs where schedule_id = $1 and day between $2 and $3 order by departs_at`,
    [id, from, to],
  );
const runsTomorrow = (schedule: Schedule) => runsOf(schedule, tomorrow, tomorrow);
const at = (minutes: number, day = tomorrow) => momentAt(day, minutes, ZONE);
const versionOfBoard = async () =>
  (await network.database.rows<{ version: number }>('select version from task_lists where owner_id = 0'))[0]
    ?.version ?? 0;

test('a schedule keeps its times, stops, zone and codes; its runs are made at once, eight days ahead', async () => {
  const account = (
    await dispatcher.post<{ id: number }>('/api/accounts', { name: 'Olathe Collision', accountType: 'shop' })
  ).body;
  const before = await versionOfBoard();
  const schedule = await create({
    driverId: network.ids.driver,
    vehicle: 'Van 3',
    zone: { zips: ['66061', '66062'] },
    shipVia: ['north', 'NORTH', 'UPS'],
    isDefault: true,
    times: [...daily('10:30', '10:10'), ...daily('07:00', '17:00', 1)],
    stops: [
      { accountId: account.id, visit: 'always', weekdays: [1, 3], windowFrom: '11:00', windowTo: '12:00' },
    ],
  });
  expect(schedule).toMatchObject({
    vehicle: 'Van 3',
    shipVia: ['NORTH', 'UPS'],
    zone: { zips: ['66061', '66062'] },
  });
  expect(schedule.stops).toMatchObject([
    { account: 'Olathe Collision', visit: 'always', weekdays: [1, 3], windowTo: '12:00' },
  ]);
  const runs = await runsOf(schedule);
  expect([...new Set(runs.map(({ day }) => day))]).toEqual(
    Array.from({ length: AHEAD }, (_, index) => dayAfter(today, index + 1)),
  );
  const run = runs.find(({ day, departs }) => day === tomorrow && departs === 630);
  expect([Date.parse(run?.leaves ?? ''), Date.parse(run?.closes ?? '')]).toEqual([at(630), at(610)]);
  expect(run).toMatchObject({ state: 'building', driver: network.ids.driver, name: schedule.name });
  const early = runs.find(({ day, departs }) => day === dayAfter(today, 2) && departs === 420);
  expect(Date.parse(early?.closes ?? '')).toBe(at(1_020, tomorrow));
  expect(await versionOfBoard()).toBeGreaterThan(before);
  expect((await dispatcher.get<Schedule[]>('/api/run-schedules')).body.map(({ id }) => id)).toContain(
    schedule.id,
  );
});

test('what makes no sense is refused by its field', async () => {
  const taken = await create();
  const wrong: [object, string, string][] = [
    [{ dealership: 'Nowhere' }, 'dealership', 'There is no dealership called Nowhere'],
    [{ driverId: network.ids.dispatcher }, 'driverId', 'There is no such driver'],
    [
      { times: [...daily('10:30', '10:10'), ...daily('10:30', '10:00')] },
      'times',
      'There are two departures at the same time',
    ],
    [{ stops: [{ accountId: 999_999 }] }, 'stops', 'Stop 1: there is no such account or address'],
    [
      { validFrom: '2026-12-02', validTo: '2026-12-01' },
      'validTo',
      'The last day must not be before the first',
    ],
  ];
  for (const [more, field, sentence] of wrong) {
    const given = { name: freshName(), dealership: 'Ford', ...more };
    const { status, body } = await dispatcher.post<Answer>('/api/run-schedules', given);
    expect([status, body.fields?.[field]]).toEqual([422, [sentence]]);
  }
  const late = await dispatcher.post('/api/run-schedules', {
    name: freshName(),
    dealership: 'Ford',
    times: daily('10:30', '10:31'),
  });
  expect(late.status).toBe(422);
  const twice = await dispatcher.post<Answer>('/api/run-schedules', {
    name: taken.name.toUpperCase(),
    dealership: 'Ford',
  });
  expect([twice.status, twice.body.fields?.name]).toEqual([409, ['Another schedule has this name']]);
  await create({ dealership: 'Jeep', isDefault: true });
  expect((await change(taken, { dealership: 'Jeep', isDefault: true })).status).toBe(409);
});

test('a driver who no longer drives gets no runs, and a schedule without a zone stores none', async () => {
  const admin = await network.as('admin');
  const path = `/api/admin/users/${String(network.ids.driver2)}/roles`;
  const schedule = await create({ driverId: network.ids.driver2 });
  expect((await runsTomorrow(schedule))[0]?.driver).toBe(network.ids.driver2);
  await admin.patch(path, { roles: ['dispatcher'] });
  const changed = await change(schedule, { vehicle: 'Van 1', zone: null, alsoMade: true });
  expect([changed.status, changed.body.driverId]).toEqual([200, network.ids.driver2]);
  expect((await runsTomorrow(schedule))[0]?.driver).toBeNull();
  await admin.patch(path, { roles: ['driver'] });
  const stored = await network.database.rows(
    'select zone is null as "hasNone" from run_schedules where id = $1',
    [schedule.id],
  );
  expect(stored).toEqual([{ hasNone: true }]);
});

test('of two people who change the same version, one is refused', async () => {
  const schedule = await create();
  const both = await Promise.all([
    change(schedule, { vehicle: 'Van 1' }),
    change(schedule, { vehicle: 'Van 2' }, dispatcher2),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
});

test('a change leaves made runs alone, unless it is meant for them too', async () => {
  const schedule = await create();
  const before = await runsOf(schedule);
  const later = await change(schedule, { times: daily('11:00', '10:40'), driverId: network.ids.driver });
  expect(await runsOf(schedule)).toEqual(before);
  const all = await change(later.body, { alsoMade: true });
  expect(all.status).toBe(200);
  const after = await runsTomorrow(schedule);
  expect(after.map(({ departs, state }) => [departs, state])).toEqual([
    [630, 'cancelled'],
    [660, 'building'],
  ]);
  expect(after[1]?.driver).toBe(network.ids.driver);
  // The former departure comes back with its run.
  await change(all.body, { times: daily('10:30', '10:10'), alsoMade: true });
  expect((await runsTomorrow(schedule)).map(({ departs, state }) => [departs, state])).toEqual([
    [630, 'building'],
    [660, 'cancelled'],
  ]);
});

test('one day is skipped, moved, gets one more or another driver, and is as before when the exception goes', async () => {
  const schedule = await create({ times: [...daily('10:30', '10:10'), ...daily('13:30', '12:50')] });
  const before = await runsOf(schedule);
  const saved = [
    await except(schedule, { kind: 'skip', departs: '10:30', note: 'Snow' }),
    await except(schedule, { kind: 'move', departs: '13:30', movedTo: '14:00' }),
    await except(schedule, { kind: 'extra', departs: '16:00', cutoff: '15:30' }),
    await except(schedule, { kind: 'driver', driverId: network.ids.driver2 }),
  ];
  expect(saved.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const changed = await runsTomorrow(schedule);
  expect(changed.map(({ departs, state, driver }) => [departs, state, driver])).toEqual([
    [630, 'cancelled', null],
    [810, 'building', network.ids.driver2],
    [960, 'building', network.ids.driver2],
  ]);
  expect(Date.parse(changed[1]?.leaves ?? '')).toBe(at(840));
  expect(Date.parse(changed[1]?.closes ?? '')).toBe(at(800));
  expect((await runsOf(schedule)).filter(({ day }) => day !== tomorrow)).toEqual(
    before.filter(({ day }) => day !== tomorrow),
  );
  // The same exception again replaces the first one.
  await except(schedule, { kind: 'move', departs: '13:30', movedTo: '14:30' });
  const listed = (await dispatcher.get<RunException[]>(pathOf(schedule, '/exceptions'))).body;
  expect(listed.map(({ kind, movedTo }) => [kind, movedTo])).toContainEqual(['move', '14:30']);
  expect(listed).toHaveLength(4);
  for (const { id } of listed)
    expect((await dispatcher.del(pathOf(schedule, `/exceptions/${String(id)}`))).status).toBe(200);
  const again = await runsTomorrow(schedule);
  expect(again.filter(({ departs }) => departs !== 960)).toEqual(
    before.filter(({ day }) => day === tomorrow),
  );
  expect(again.find(({ departs }) => departs === 960)?.state).toBe('cancelled');
});

test('an exception of what is not planned is refused', async () => {
  const schedule = await create();
  const wrong: [object, string][] = [
    [{ kind: 'move', departs: '09:00', movedTo: '10:00' }, 'departs'],
    [{ kind: 'move', departs: '10:30' }, 'movedTo'],
    [{ kind: 'extra', departs: '10:30' }, 'departs'],
    [{ kind: 'extra' }, 'departs'],
    [{ kind: 'extra', departs: '16:00', cutoff: '16:10' }, 'cutoff'],
    [{ kind: 'skip', day: dayAfter(today, -1) }, 'day'],
    [{ kind: 'driver', driverId: network.ids.dispatcher }, 'driverId'],
  ];
  for (const [input, field] of wrong) {
    const { status, body } = await except(schedule, input);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
  }
  expect((await dispatcher.get<RunException[]>(pathOf(schedule, '/exceptions'))).body).toEqual([]);
});

test('a closed day cancels the runs of all schedules, is no working day, and opens again', async () => {
  const [one, other] = [await create(), await create({ times: daily('07:00', '17:00', 1) })];
  const day = dayAfter(today, 3);
  const changed = await create();
  await change(changed, { vehicle: 'Van 9', times: daily('11:00', '10:40') });
  await except(changed, { kind: 'extra', departs: '16:00' });
  const others = async () => (await runsOf(changed)).filter((run) => run.day !== day && run.departs !== 960);
  const before = await others();
  expect((await dispatcher.post('/api/closed-days', { day, note: 'Holiday' })).status).toBe(201);
  const states = async (schedule: Schedule) => (await runsOf(schedule, day, day)).map(({ state }) => state);
  expect([await states(one), await states(other)]).toEqual([['cancelled'], ['cancelled']]);
  const closes = async () =>
    Date.parse((await runsOf(other, dayAfter(day, 1), dayAfter(day, 1)))[0]?.closes ?? '');
  expect(await closes()).toBe(at(1_020, dayAfter(day, -1)));
  expect((await dispatcher.get<RunException[]>('/api/closed-days')).body).toMatchObject([
    { day, note: 'Holiday' },
  ]);
  expect((await dispatcher.del(`/api/closed-days/${day}`)).status).toBe(200);
  expect([await states(one), await states(other)]).toEqual([['building'], ['building']]);
  expect(await closes()).toBe(at(1_020, day));
  // Neither a closed day nor an exception brings a change of the schedule to other runs.
  expect(await others()).toEqual(before);
  expect(before.every(({ departs }) => departs === 630)).toBe(true);
});

test('a deleted schedule cancels its runs that have not left, and leaves the others', async () => {
  const schedule = await create();
  const { rows } = network.database;
  const [first] = await rows<{ id: number }>(
    `update runs set state = 'out' where id = (select min(id) from runs where schedule_id = $1) returning id`,
    [schedule.id],
  );
  expect((await dispatcher.del(pathOf(schedule))).status).toBe(200);
  const left = await rows<{ id: number; state: string }>(
    'select id, state from runs where schedule_id is null and name = $1 order by id',
    [schedule.name],
  );
  expect(left[0]).toEqual({ id: first?.id, state: 'out' });
  expect(left.slice(1).every(({ state }) => state === 'cancelled')).toBe(true);
});

test('several instances make each run once, and leave days alone that have been made', async () => {
  const schedule = await create({ times: [...daily('10:30', '10:10'), ...daily('13:30', '12:50')] });
  const before = await runsOf(schedule);
  const { rows } = network.database;
  const last = dayAfter(today, AHEAD);
  await rows('delete from runs where schedule_id = $1 and day = $2', [schedule.id, last]);
  await rows('delete from runs where schedule_id = $1 and day = $2 and departs = 630', [
    schedule.id,
    tomorrow,
  ]);
  await Promise.all([network.another(), network.another()]);
  await expect.poll(async () => (await runsOf(schedule, last, last)).length).toBe(2);
  await network.stopOthers();
  const key = ({ day, departs }: StoredRun) => `${day} ${String(departs)}`;
  expect((await runsOf(schedule)).map(key)).toEqual(
    before.map(key).filter((each) => each !== `${tomorrow} 630`),
  );
});

test('weekdays are those of the network, from Monday on', async () => {
  const weekday = weekdayOf(dayAfter(today, 2));
  const schedule = await create({
    times: [{ weekday, departs: '09:00', cutoff: '08:30' }],
  });
  expect((await runsOf(schedule)).map(({ day }) => day)).toEqual([dayAfter(today, 2)]);
});

test.each([
  ['2:00', 'For 2:00 in the afternoon, enter 2:00 PM; for the morning, 2:00 AM'],
  ['6', 'For 6 in the afternoon, enter 6 PM; for the morning, 6 AM'],
])('a departure at %s is asked about, because half of the day is not known', async (departs, question) => {
  const fields = { intent: 'saveSchedule', name: freshName(), dealership: 'Ford' };
  const time = { t0_cutoff: '7:00 AM', t0_d1: 'on' };
  const form = (at: string) =>
    submitForm(dispatcher, '/dispatcher/runs/new', { ...fields, ...time, t0_departs: at });
  expect((await form(departs)).body).toContain(question);
  expect(await network.database.rows('select id from run_schedules where name = $1', [fields.name])).toEqual(
    [],
  );
  expect((await form('2:00 PM')).status).toBe(302);
  const [made] = await network.database.rows<{ departs: number }>(
    'select t.departs from run_times t join run_schedules s on s.id = t.schedule_id where s.name = $1',
    [fields.name],
  );
  expect(made?.departs).toBe(14 * 60);
});

test('the form finds no account that was deleted', async () => {
  const { body } = await dispatcher.post<{ id: number }>('/api/accounts', {
    name: 'Gone Garage',
    accountType: 'shop',
  });
  await dispatcher.del(`/api/accounts/${String(body.id)}`);
  const fields = { intent: 'saveSchedule', name: freshName(), dealership: 'Ford', s0_account: 'Gone Garage' };
  const answer = await submitForm(dispatcher, '/dispatcher/runs/new', fields);
  expect(answer.body).toContain('There is no account called Gone Garage');
});
