/** Shifts: the API, the week's forms without JavaScript, copies, files, and two people who write at once. */
import { expect, test } from 'vitest';
import type { Shift } from '~/domain/network/shifts/schema';
import { openForm, submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const dispatcher2 = network.client('dispatcher2');
const driver = network.client('driver');
const admin = network.client('admin');

const idOf = (name: string) => String(network.ids[name] ?? 0);
const path = (name: string, day: string) => `/api/shifts/${idOf(name)}/${day}`;
type Answer = Shift & { error: string; fields?: Record<string, string[]> };
const put = (name: string, day: string, shift: object, version?: number) =>
  dispatcher.put<Answer>(
    path(name, day),
    shift,
    version === undefined ? {} : { 'if-match': `"${String(version)}"` },
  );
const list = async (from: string, to: string, as = dispatcher) =>
  (await as.get<Shift[]>(`/api/shifts?from=${from}&to=${to}`)).body;
const hours = (shifts: Shift[]) => shifts.map(({ day, start, end }) => `${day} ${start}–${end}`);
const DAY = { start: '08:00', end: '16:30' };

test('one shift for a driver and a day, with its break and places; what makes no sense is refused in a sentence', async () => {
  const { status, body } = await put('driver', '2026-03-09', {
    ...DAY,
    breakMinutes: 30,
    breakFrom: '12:00',
    startPlace: 'Ford',
  });
  expect([status, body]).toEqual([
    200,
    {
      driverId: network.ids.driver,
      day: '2026-03-09',
      ...DAY,
      breakMinutes: 30,
      breakFrom: '12:00',
      startPlace: 'Ford',
      endPlace: null,
      version: body.version,
    },
  ]);
  // The same shift again changes nothing. Another shift replaces all of it.
  const full = { ...DAY, breakMinutes: 30, breakFrom: '12:00', startPlace: 'Ford' };
  expect((await put('driver', '2026-03-09', full)).body.version).toBe(body.version);
  expect((await put('driver', '2026-03-09', DAY)).body).toMatchObject({ breakMinutes: 0, startPlace: null });
  for (const [shift, field, sentence] of [
    [
      { start: '08:00', end: '05:00' },
      'end',
      'A shift is at most 16 hours long. For 5 in the afternoon, enter 5 PM',
    ],
    [{ start: '8:00', end: '16:30' }, 'start', 'Start must be a time like 08:30'],
    [{ end: '16:30' }, 'start', 'Start is required'],
    [{ ...DAY, breakMinutes: 481 }, 'breakMinutes', 'A break is at most 8 hours long'],
    [
      { start: '08:00', end: '09:00', breakMinutes: 60 },
      'breakMinutes',
      'The break is longer than the shift',
    ],
    [{ ...DAY, breakMinutes: 30, breakFrom: '16:15' }, 'breakFrom', 'The break must be within the shift'],
    [{ ...DAY, endPlace: 'Nowhere' }, 'endPlace', 'There is no dealership called Nowhere'],
  ] as const) {
    const refused = await put('driver', '2026-03-09', shift);
    expect([refused.status, refused.body.fields?.[field]]).toEqual([422, [sentence]]);
  }
  expect((await put('driver', '2026-02-30', DAY)).status).toBe(400);
  // This user does not drive.
  expect((await put('dispatcher', '2026-03-09', DAY)).status).toBe(404);
});

test('a night ends on the next day and must not reach into its shift', async () => {
  expect((await put('driver', '2026-03-16', { start: '22:00', end: '06:00' })).status).toBe(200);
  const refused = await put('driver', '2026-03-17', { start: '05:00', end: '12:00' });
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'Overlaps the shift of 2026-03-16, 10:00 PM–6:00 AM (+1)',
  ]);
  expect((await put('driver', '2026-03-17', { start: '06:00', end: '12:00' })).status).toBe(200);
  expect((await put('driver', '2026-03-16', { start: '22:00', end: '06:30' })).status).toBe(409);
});

test('drivers read their own shifts only; shifts of who no longer drives are not listed, and are back later', async () => {
  await put('driver', '2026-03-23', DAY);
  await put('driver2', '2026-03-23', { start: '09:00', end: '17:00' });
  expect(hours(await list('2026-03-23', '2026-03-23', driver))).toEqual(['2026-03-23 08:00–16:30']);
  const roles = (chosen: string[]) =>
    admin.patch(`/api/admin/users/${idOf('driver2')}/roles`, { roles: chosen });
  await roles(['dispatcher']);
  expect(hours(await list('2026-03-23', '2026-03-23'))).toEqual(['2026-03-23 08:00–16:30']);
  await roles(['driver']);
  expect(hours(await list('2026-03-23', '2026-03-23'))).toHaveLength(2);
});

test('when two people write the same version at once, one is refused', async () => {
  const { body } = await put('driver', '2026-03-25', DAY);
  const both = await Promise.all(
    ['09:00', '10:00'].map((start) => put('driver', '2026-03-25', { ...DAY, start }, body.version)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  // A shift that was removed and added again is also a new shift. Version 0 stands for no shift.
  expect((await dispatcher.del(path('driver', '2026-03-25'))).status).toBe(200);
  expect((await put('driver', '2026-03-25', DAY, 0)).status).toBe(200);
  expect((await put('driver', '2026-03-25', DAY, body.version)).status).toBe(412);
  expect((await put('driver', '2026-03-25', { ...DAY, end: '15:00' }, 0)).status).toBe(412);
});

test('a week is copied onto days that are empty, by two at once as well', async () => {
  await put('driver', '2026-04-06', { ...DAY, breakMinutes: 20, endPlace: 'Jeep' });
  await put('driver', '2026-04-07', DAY);
  await put('driver2', '2026-04-08', DAY);
  await put('driver', '2026-04-14', { start: '12:00', end: '20:00' });
  const fields = { intent: 'copyWeek', from: '2026-W15', to: '2026-W16' };
  const pressed = await Promise.all(
    [dispatcher, dispatcher2].map((each) => submitForm(each, '/dispatcher/shifts?week=2026-W16', fields)),
  );
  const titles = pressed.map(({ toast }) => `${toast?.title ?? ''}. ${toast?.description ?? ''}`).sort();
  expect(titles).toEqual([
    '0 shifts copied. 3 days were filled already and stay as they are',
    '2 shifts copied. One day was filled already and stays as it is',
  ]);
  expect(pressed[0]?.location).toBe('/dispatcher/shifts?week=2026-W16');
  const copied = await list('2026-04-13', '2026-04-19');
  expect(hours(copied)).toEqual([
    '2026-04-13 08:00–16:30',
    '2026-04-14 12:00–20:00',
    '2026-04-15 08:00–16:30',
  ]);
  expect(copied[0]).toMatchObject({ breakMinutes: 20, endPlace: 'Jeep' });
  expect((await dispatcher.post('/api/shifts/copy', { from: '2026-W54', to: '2026-W16' })).status).toBe(422);
});

test('a file: good rows are taken, others are named by line; again, nothing is new', async () => {
  const csvData = [
    'Driver;Date;Start;End;Break;Start Place',
    'driver;2026-05-04;8:00;16:30;30;Ford',
    'DRIVER2;5/4/2026;9a;5p;;',
    'nobody;2026-05-04;8:00;16:30;;',
    'driver;2026-02-30;8:00;16:30;;',
    'driver;2026-05-05;8;late;;',
    'driver;2026-05-05;8:00;16:30;x;',
    'driver;2026-05-05;10;2;;',
  ].join('\r\n');
  const send = (text: string) =>
    dispatcher.post<{ imported: number; skipped: number; rejected: { line: number }[] }>(
      '/api/shifts/import-csv',
      {
        csvData: text,
      },
    );
  expect((await send(csvData)).body).toEqual({
    imported: 2,
    skipped: 0,
    rejected: [
      { line: 4, error: 'No driver is called nobody' },
      { line: 5, error: 'Date must be a day like 2026-11-23 or 11/23/2026' },
      { line: 6, error: 'End must be a time like 8:30' },
      { line: 7, error: 'Break must be a number of minutes' },
      {
        line: 8,
        error: 'For 2 in the afternoon, enter 2 PM; for the next morning, 2 AM',
      },
    ],
  });
  expect((await send(csvData)).body).toMatchObject({ imported: 0, skipped: 2 });
  expect(hours(await list('2026-05-04', '2026-05-05'))).toEqual([
    '2026-05-04 08:00–16:30',
    '2026-05-04 09:00–17:00',
  ]);
  expect((await send('Driver,Date\ndriver,2026-05-04')).status).toBe(422);
});

test('without JavaScript: a cell, a whole week in one form, and what others changed meanwhile', async () => {
  const cell = `/dispatcher/shifts/${idOf('driver')}/2026-06-01?week=2026-W23`;
  const week = `/dispatcher/shifts/${idOf('driver')}/week?week=2026-W23`;
  const opened = await openForm(dispatcher, cell, 'save');
  const openedWeek = await openForm(dispatcher, week, 'saveWeek');
  const saved = await submitForm(dispatcher, cell, {
    ...opened,
    hours: '8a-4:30p',
    breakMinutes: 30,
    breakFrom: '12',
  });
  expect([saved.location, saved.toast?.title]).toEqual(['/dispatcher/shifts?week=2026-W23', 'Shift saved']);
  expect(hours(await list('2026-06-01', '2026-06-07'))).toEqual(['2026-06-01 08:00–16:30']);

  // Another dispatcher opened the cell while it was empty.
  const later = await submitForm(dispatcher2, cell, { ...opened, _key: 'other', hours: '10-18' });
  expect(later.status).toBe(409);
  expect(later.body.replaceAll('<!-- -->', '')).toContain('This shift has changed since you opened it.');
  expect(later.body).toContain('Use theirs: <b>8:00 AM–4:30 PM</b>');

  // That dispatcher also opened the week, and fills in two days.
  const fields = { ...openedWeek, 'day_2026-06-01': '9-17', 'day_2026-06-02': '7:30 to 15' };
  const answer = await submitForm(dispatcher2, week, fields);
  expect(answer.status).toBe(409);
  expect(answer.body).toContain('Changed meanwhile to 8:00 AM–4:30 PM. Save again to replace that');
  expect(hours(await list('2026-06-01', '2026-06-07'))).toEqual(['2026-06-01 08:00–16:30']);
  const wrong = await submitForm(dispatcher2, week, {
    ...fields,
    'day_2026-06-02': 'noon',
    'day_2026-06-01': '',
  });
  expect([wrong.status, wrong.body.includes('Enter hours like 8:00 AM–4:30 PM')]).toEqual([422, true]);
  const again = await openForm(dispatcher2, week, 'saveWeek');
  const done = await submitForm(dispatcher2, week, {
    ...again,
    'day_2026-06-01': '9-17',
    'day_2026-06-02': '7:30 to 15',
  });
  expect(done.toast?.title).toBe('Week saved');
  const stored = await list('2026-06-01', '2026-06-07');
  expect(hours(stored)).toEqual(['2026-06-01 09:00–17:00', '2026-06-02 07:30–15:00']);
  // The break of the day is unchanged.
  expect(stored[0]).toMatchObject({ breakMinutes: 30, breakFrom: '12:00' });

  const last = await openForm(dispatcher, cell, 'save');
  expect((await submitForm(dispatcher, cell, { ...last, hours: '' })).toast?.title).toBe('Shift removed');
  const page = await dispatcher.get<string>('/dispatcher/shifts?week=2026-W23');
  expect(page.body).toContain('7:30 AM–3:00 PM');
  expect((await dispatcher.get(`/dispatcher/shifts/${idOf('driver')}/2026-02-30`)).status).toBe(404);
});
