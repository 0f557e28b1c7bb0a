/** When drivers were and will be at their stops, in the API and on the first page, which needs no JavaScript for it. */
import { beforeEach, expect, test } from 'vitest';
import type { DriverArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { delivery, make, onMeridian, pickup } from '../support/factories';
import { submitForm } from '../support/forms';
import { addShift, morningZone } from '../support/shifts';
import { useNetwork } from '../support/use-network';
import { client, type Client } from '../support/client';

const zone = morningZone();
const network = useNetwork({ BUSINESS_TIME_ZONE: zone });
const dispatcher = network.client('dispatcher');

beforeEach(async () => {
  await network.database.rows('delete from tasks');
  await network.database.rows('delete from shifts');
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
const stopAt = (latitude: string, more: object = {}) =>
  make(dispatcher, onMeridian(latitude, { driver_id: network.ids.driver, ...more }));
const ofDriver = async (name = 'driver') => {
  const { body } = await dispatcher.get<DriverArrivals[]>('/api/arrivals');
  return body.find(({ driverId }) => driverId === network.ids[name]);
};
const patch = (id: number, change: object) => dispatcher.patch(`/api/tasks/${String(id)}`, change);
const choose = (person: Client, boardView: string) =>
  submitForm(person, '/dispatcher/view', { boardView, back: '/dispatcher' });

test('stops done today have their real times, also archived ones, and those to come their expected times', async () => {
  const [first, again, other, urgent, late] = [
    await stopAt('39.10'),
    await stopAt('39.10'),
    await stopAt('39.12'),
    await stopAt('39.14', { priority: 'urgent' }),
    await stopAt('39.90', { deliver_by: inMinutes(5) }),
  ];
  for (const { id } of [first, again, other]) await patch(id, { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [other.id] });
  await patch(urgent.id, { status: 'going' });
  const found = await ofDriver();
  const stops = found?.stops.map(({ taskId, location, state, urgent, late }) => [
    taskId,
    location,
    state,
    urgent,
    late,
  ]);
  // Two tasks of one place, one after the other, are one stop.
  expect(stops).toEqual([
    [again.id, first.location, 'done', false, false],
    [other.id, other.location, 'done', false, false],
    [urgent.id, urgent.location, 'going', true, false],
    [late.id, late.location, 'expected', false, true],
  ]);
  const [completed] = await network.database.rows<{ at: string }>(
    'select completed_at::text as at from tasks where id = $1',
    [other.id],
  );
  const times = found?.stops.map(({ at }) => Date.parse(at)) ?? [];
  expect(Math.abs((times[1] ?? 0) - Date.parse(completed?.at ?? ''))).toBeLessThanOrEqual(MINUTE_MS / 2);
  expect(times.map((at) => at % MINUTE_MS)).toEqual([0, 0, 0, 0]);
  expect(times).toEqual([...times].sort((one, next) => one - next));
  expect(Date.parse(found?.finishAt ?? '')).toBeGreaterThan(times[3] ?? Infinity);
  expect(found?.late).toEqual([late.id]);
});

test('a driver who has only done stops is listed, and one whose stops are of yesterday is not', async () => {
  const { id } = await stopAt('39.10');
  await patch(id, { status: 'completed' });
  expect(await ofDriver()).toMatchObject({
    finishAt: null,
    late: [],
    stops: [{ taskId: id, state: 'done' }],
  });
  await network.database.rows("update tasks set completed_at = now() - interval '25 hours'");
  // The change of another driver's list leaves this one as it is known, so this list is changed as well.
  await patch(id, { notes: 'Changed' });
  expect(await ofDriver()).toBeUndefined();
});

test('overtime is what comes after the end of the shift, from five minutes on', async () => {
  await stopAt('39.10');
  expect((await ofDriver())?.overtimeMinutes).toBeNull();
  const { finishAt } = (await ofDriver()) ?? {};
  const minutes = (Date.parse(finishAt ?? '') - Date.now()) / MINUTE_MS;
  for (const [before, expected] of [
    [40, true],
    [0, false],
  ] as const) {
    await network.database.rows('delete from shifts');
    await addShift(network.database, network.ids.driver, -300, Math.round(minutes) - before, { zone });
    // A change of the list lets its times be computed again.
    await stopAt('39.10');
    const { overtimeMinutes = null } = (await ofDriver()) ?? {};
    expect([before, overtimeMinutes !== null]).toEqual([before, expected]);
    if (expected) expect(Math.abs((overtimeMinutes ?? 0) - before)).toBeLessThanOrEqual(3);
  }
});

type Placed = { percent: number; tag: string; text: string };

/** The elements of the page that have a place in the timeline. */
const placedIn = (html: string): Placed[] =>
  [...html.matchAll(/<(?:a|div|span)\b([^>]*) data-tens="(\d+)" data-units="(\d)"([^>]*)>([^<]*)/g)].map(
    ([, before = '', tens, units, after = '', text = '']) => ({
      percent: (Number(tens) * 10 + Number(units)) / 2,
      tag: before + after,
      text,
    }),
  );

test('the first page has a dot for each stop at its time, the hours, and a line for now', async () => {
  const [done, urgent, late] = [
    await stopAt('39.10', { location: 'Done & dusted' }),
    await stopAt('39.14', { priority: 'urgent' }),
    await stopAt('39.60', { deliver_by: inMinutes(5) }),
  ];
  await patch(done.id, { status: 'completed' });
  await network.database.rows("update tasks set completed_at = now() - interval '2 hours' where id = $1", [
    done.id,
  ]);
  await patch(urgent.id, { status: 'going' });
  await choose(dispatcher, 'timeline');
  const { body: html } = await dispatcher.get<string>('/dispatcher?urgent=1', { accept: 'text/html' });
  const placed = placedIn(html);
  const hours = placed.filter(({ text }) => /^\d+$/.test(text));
  const dots = placed.filter(({ tag }) => tag.includes('data-is='));
  const [first, second] = hours;
  if (!first || !second) throw new Error('There are no hours');
  // Truth of the test's own: the hour before the first dot, or before half an hour ago, is at the left edge.
  const { stops = [] } = (await ofDriver()) ?? {};
  const from = Math.floor(Math.min(...stops.map(({ at }) => Date.parse(at))) / HOUR_MS) * HOUR_MS;
  expect(first.percent).toBe(0);
  const percentOf = (at: number) => ((at - from) / HOUR_MS) * (second.percent - first.percent);
  expect(dots).toHaveLength(3);
  for (const [index, { at, taskId }] of stops.entries()) {
    const dot = dots[index];
    expect(dot?.tag).toContain(`href="/dispatcher/tasks/${String(taskId)}?urgent=1"`);
    expect(Math.abs((dot?.percent ?? 0) - percentOf(Date.parse(at)))).toBeLessThan(1);
  }
  const now = placed.find(({ tag }) => tag.includes('data-view='));
  expect(Math.abs((now?.percent ?? 0) - percentOf(Date.now()))).toBeLessThan(1);
  expect(hours.map(({ text }) => Number(text)).every((hour) => hour >= 1 && hour <= 12)).toBe(true);
  const looks = dots.map(({ tag }) => [
    /data-is="(\w+)"/.exec(tag)?.[1],
    tag.includes('data-urgent'),
    tag.includes('data-late'),
  ]);
  expect(looks).toEqual([
    ['done', false, false],
    ['going', true, false],
    ['expected', false, true],
  ]);
  expect(dots[0]?.tag).toMatch(/aria-label="Done &amp; dusted, done \d+:\d\d [AP]M"/);
  expect(dots[2]?.tag).toContain(`${late.location}, expected`);
  expect(dots[2]?.tag).toContain('likely late"');
  // One sentence for screen readers, and when the route is done.
  expect(html).toMatch(
    /1 stop done, now Stop 39\.14, 2 to come until \d+:\d\d [AP]M, 1 urgent, 1 task likely late\./,
  );
  expect(html).toMatch(/<time datetime="[^"]+">\d+:\d\d [AP]M<\/time><b [^>]*>1 late<\/b>/);
});

test('a location is text, whatever it contains', async () => {
  await stopAt('39.10', { location: '"><script>alert(1)</script>' });
  await choose(dispatcher, 'timeline');
  const { body: html } = await dispatcher.get<string>('/dispatcher', { accept: 'text/html' });
  expect(html).not.toContain('<script>alert(1)');
  expect(html).toContain('aria-label="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;, expected');
});

test('the choice is the user’s: kept across sign-ins, counts at first, and nobody else’s', async () => {
  const viewOf = async (person: Client) =>
    /data-view="(\w+)"/.exec((await person.get<string>('/dispatcher', { accept: 'text/html' })).body)?.[1];
  const here = await network.as('dispatcher2');
  expect(await viewOf(here)).toBe('counts');
  expect(await choose(here, 'timeline')).toMatchObject({ location: '/dispatcher', toast: null });
  const elsewhere = await network.as('dispatcher2');
  expect(await viewOf(elsewhere)).toBe('timeline');
  expect(await viewOf(await network.as('admin'))).toBe('counts');
  await choose(here, 'pictures');
  expect(await viewOf(elsewhere)).toBe('timeline');
  // Other preferences stay when one is saved.
  await submitForm(here, '/settings?index', {
    intent: 'savePreferences',
    theme: 'dark',
    textSize: 'large',
    timeZone: 'business',
  });
  expect(await viewOf(here)).toBe('timeline');
  expect((await choose(await network.as('dispatcher2'), 'counts')).location).toBe('/dispatcher');
  expect(await viewOf(elsewhere)).toBe('counts');
});

test('drivers have a color and initials on the board, and keep them when another one comes or goes', async () => {
  type Row = { id: number; username: string; color: number; initials: string };
  const rows = async () => (await dispatcher.get<{ drivers: Row[] }>('/api/board')).body.drivers;
  const marks = async () => new Map((await rows()).map(({ id, color, initials }) => [id, [color, initials]]));
  const before = await marks();
  expect([...before.values()].map(([, initials]) => initials).slice(0, 3)).toEqual(['AD', 'BD', 'CD']);
  expect(new Set([...before.values()].map(([color]) => color)).size).toBe(before.size);
  const person = { username: 'zoediaz', name: 'Zoe Diaz', password: 'a-long-way-to-Topeka' };
  const admin = await network.as('admin');
  // Registering signs in, so it is another client.
  const { body } = await client(network.app.origin).post<{ id: number }>('/api/register', person);
  const after = await marks();
  for (const [id, mark] of before) expect(after.get(id)).toEqual(mark);
  const gone = network.ids.driver ?? 0;
  await admin.del(`/api/admin/users/${String(gone)}`);
  const left = await marks();
  expect(left.has(gone)).toBe(false);
  expect(left.get(body.id)).toEqual(after.get(body.id));
  await admin.post(`/api/admin/users/${String(gone)}/restore`, {});
  expect((await marks()).get(gone)).toEqual(before.get(gone));
});

test('attention has three levels, the most pressing first', async () => {
  const failed = await stopAt('39.10');
  await patch(failed.id, { status: 'going' });
  const driver = await network.as('driver');
  await driver.patch(`/api/tasks/${String(failed.id)}`, { status: 'hold', failure_reason: 'closed' });
  await make(
    dispatcher,
    delivery({ driver_id: network.ids.driver, location: 'Lost', address: 'behind the moon' }),
  );
  const waits = await make(dispatcher, pickup({ driver_id: null }));
  const chips = async () => {
    const { body } = await dispatcher.get<string>('/dispatcher', { accept: 'text/html' });
    const bar =
      /<nav aria-label="Needs attention".*?<\/nav>/s.exec(body)?.[0].replaceAll('<!-- -->', '') ?? '';
    return [...bar.matchAll(/<a data-level="(\w+)"[^>]*>([^<]+)/g)].map(([, level, text]) => [level, text]);
  };
  expect(await chips()).toEqual([
    ['now', '1 could not complete'],
    ['open', '1 not on the map'],
    ['info', '1 unassigned'],
  ]);
  await patch(waits.id, { priority: 'urgent' });
  expect((await chips()).at(-1)).toEqual(['open', '1 unassigned, 1 urgent']);
});
