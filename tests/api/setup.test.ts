/** The first steps of a new installation. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminEventLine } from '~/domain/platform/audit/audit.server';
import type { CurrentUser } from '~/domain/network/users/schema';
import { startApp, type App } from '../support/app';
import { client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { submitForm } from '../support/forms';

let database: TestDatabase;
const apps: App[] = [];

const start = async () => {
  const app = await startApp({ databaseUrl: database.url });
  apps.push(app);
  return app;
};
const codeOf = (app: App) => /Code: ([a-z0-9-]{19})$/m.exec(app.output())?.[1] ?? '';

beforeAll(async () => {
  database = await createDatabase();
  await start();
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await database.drop();
});

const first = () => {
  const [app] = apps;
  if (!app) throw new Error('No instance has been started');
  return app;
};

const FILLED = {
  network: 'Prairie Parts Network',
  company: 'Prairie Couriers, Inc.',
  name: 'Olga Operator',
  username: 'olga',
  password: 'a-long-way-to-Topeka',
};
const ask = (app: App, more: object) =>
  client(app.origin).post<CurrentUser & { error: string; fields: Record<string, string[]> }>('/api/setup', {
    ...FILLED,
    timeZone: 'America/Denver',
    dealerships: [
      { name: 'Ford', address: '1250 E Santa Fe St', city: 'Olathe', state: 'ks', zipCode: '66061' },
      {},
      { name: 'Citroën' },
    ],
    ...more,
  });
const askByForm = (app: App, more: Record<string, string>) =>
  submitForm(client(app.origin), '/setup', {
    ...FILLED,
    timeZone: 'America/Denver',
    repeatPassword: FILLED.password,
    'dealership-name': ['Ford', '', 'Citroën'],
    'dealership-address': ['1250 E Santa Fe St', '', ''],
    'dealership-city': ['Olathe', '', ''],
    'dealership-state': ['KS', '', ''],
    'dealership-zipCode': ['66061', '', ''],
    ...more,
  });

test('the start page and the sign-in page lead there; the code is in the log and not on the page', async () => {
  const visitor = client(first().origin);
  for (const path of ['/', '/auth', '/auth?mode=register'])
    expect([path, (await visitor.get(path)).headers.get('location')]).toEqual([path, '/setup']);
  const page = await visitor.get<string>('/setup');
  expect(page.status).toBe(200);
  for (const text of ['Buick', 'Hyundai CDJR', 'America/Chicago', 'One-time code'])
    expect(page.body).toContain(text);
  expect(codeOf(first())).not.toBe('');
  expect(page.body).not.toContain(codeOf(first()));
  const [stored] = await database.rows<{ hash: Buffer }>('select code_hash as hash from setup_codes');
  expect(stored?.hash).toHaveLength(32);
});

test('each wrong field has a message, and nothing is saved', async () => {
  const code = codeOf(first());
  const refused = await ask(first(), {
    code,
    network: ' ',
    timeZone: 'Kansas/Nowhere',
    dealerships: [{ name: 'Ford' }, { name: 'FORD' }, { city: 'Olathe' }],
    username: 'ab',
  });
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    {
      network: ['Network name is required'],
      timeZone: ['Choose a time zone'],
      'dealerships.1.name': ['This name appears twice'],
      'dealerships.2.name': ['Name is required'],
      username: ['Username must be at least 3 characters'],
    },
  ]);
  const weak = await ask(first(), { code, password: 'Password123' });
  expect([weak.status, Object.keys(weak.body.fields)]).toEqual([422, ['password']]);
  const form = await askByForm(first(), { code, repeatPassword: 'another-one', network: 'Kept <b>text</b>' });
  expect(form.status).toBe(422);
  expect(form.body).toContain('The passwords do not match');
  expect(form.body).toContain('Kept &lt;b&gt;text&lt;/b&gt;');
  expect(form.body).not.toContain(FILLED.password);
  expect(await database.rows('select id from users')).toEqual([]);
});

test('wrong codes are counted, by the API and the form together, and lock', async () => {
  const wrong = { code: 'aaaa-bbbb-cccc-dddd' };
  for (let tries = 0; tries < 5; tries += 1) {
    const { status, body } = await ask(first(), wrong);
    expect([status, Object.keys(body.fields)]).toEqual([403, ['code']]);
    expect((await askByForm(first(), wrong)).status).toBe(403);
  }
  const locked = await ask(first(), wrong);
  expect([locked.status, locked.headers.has('retry-after')]).toEqual([429, true]);
  expect((await askByForm(first(), wrong)).status).toBe(429);
  // The right code still works for the operator; only the password is refused here.
  const weak = await ask(first(), { code: codeOf(first()), password: 'password' });
  expect([weak.status, Object.keys(weak.body.fields)]).toEqual([422, ['password']]);
  await database.rows('delete from rate_limits');
});

test('several at once on two instances, each with its own code: one of them is the first admin', async () => {
  const second = await start();
  expect(codeOf(second)).not.toBe(codeOf(first()));
  // People may type the code with spaces and capital letters.
  const typed = ` ${codeOf(second).toUpperCase()} `;
  const api = async (app: App, code: string, username: string) =>
    (await ask(app, { code, username })).status === 201 ? 'in' : 'late';
  // A form that is sent too late leads to the sign-in page.
  const form = async (app: App, code: string, username: string) =>
    (await askByForm(app, { code, username })).location === '/dispatcher' ? 'in' : 'late';
  const answers = await Promise.all([
    ...['olga', 'oskar'].map((username) => api(first(), codeOf(first()), username)),
    ...['otto', 'orla'].map((username) => api(second, typed, username)),
    ...['odin', 'oona'].map((username) => form(second, typed, username)),
  ]);
  expect(answers.sort()).toEqual(['in', 'late', 'late', 'late', 'late', 'late']);
  expect(await database.rows('select roles from users')).toEqual([{ roles: ['admin'] }]);
  expect(await database.rows('select code_hash from setup_codes')).toEqual([]);
});

const firstAdmin = async () => {
  const [admin] = await database.rows<{ username: string }>('select username from users');
  return admin?.username ?? '';
};
const signedIn = async () => {
  const admin = client(first().origin);
  await admin.signIn(await firstAdmin(), FILLED.password);
  return admin;
};
type NetworkZones = { timeZone: string; nextTimeZone?: string };

test('everything of the form is there, and the page is gone', async () => {
  const [second] = apps.slice(1);
  for (const app of [first(), second ?? first()]) {
    const visitor = client(app.origin);
    expect((await visitor.get('/setup')).headers.get('location')).toBe('/auth');
    expect((await ask(app, { code: 'aaaa-bbbb-cccc-dddd' })).status).toBe(409);
    expect((await visitor.get<string>('/auth')).body).toContain('<h1>Prairie Parts Network</h1>');
  }
  const username = await firstAdmin();
  const admin = await signedIn();
  expect((await admin.get('/api/admin/network')).body).toEqual({
    name: 'Prairie Parts Network',
    company: 'Prairie Couriers, Inc.',
    timeZone: 'America/Denver',
  });
  expect((await admin.get('/api/user/dealership-names')).body).toEqual(['Citroën', 'Ford']);
  expect((await admin.get('/api/dealership-locations')).body).toMatchObject([
    { name: 'Ford', city: 'Olathe', state: 'KS', geoPrecision: 'approximate' },
  ]);
  const events = (await admin.get<AdminEventLine[]>('/api/admin/events')).body;
  expect(events.map(({ act, actor }) => [act, actor?.username])).toEqual(
    expect.arrayContaining([
      ['network.set-up', username],
      ['user.created', username],
    ]),
  );
  const third = await start();
  expect(third.output()).not.toContain('no admin yet');
});

test('the name is in the header and in what a phone installs, which is asked for again only when it changes', async () => {
  const manifestOf = (headers: Record<string, string> = {}) =>
    client(first().origin).get<{ name: string; short_name: string }>('/manifest.webmanifest', headers);
  const before = await manifestOf();
  expect(before.headers.get('content-type')).toBe('application/manifest+json');
  expect(before.headers.get('cache-control')).toBe('public, no-cache');
  expect(before.body).toMatchObject({ name: 'Prairie Parts Network', short_name: 'Prairie Parts' });
  const tag = { 'If-None-Match': before.headers.get('etag') ?? '' };
  expect((await manifestOf(tag)).status).toBe(304);
  const admin = await signedIn();
  await admin.patch('/api/admin/network', { name: 'Parcels & Parts' });
  await expect.poll(async () => (await manifestOf(tag)).status).toBe(200);
  expect((await manifestOf()).body).toMatchObject({ name: 'Parcels & Parts', short_name: 'Parcels & Parts' });
  expect((await admin.get<string>('/settings')).body).toContain('>Parcels &amp; Parts</span>');
});

test('another time zone takes effect at the next start, on every instance, with the days counted by it', async () => {
  const admin = await signedIn();
  const zones = async (app: App) => {
    const { body } = await admin.through(app.origin).get<NetworkZones>('/api/admin/network');
    return [body.timeZone, body.nextTimeZone];
  };
  const form = { intent: 'saveNetwork', name: 'Parcels & Parts', company: '', timeZone: 'America/New_York' };
  expect((await submitForm(admin, '/settings/network', form)).status).toBe(302);
  expect(await zones(first())).toEqual(['America/Denver', 'America/New_York']);
  expect((await admin.get<string>('/settings/network')).body).toContain('Until then: Mountain Time');
  // Another setting does not change the next time zone. Choosing the present zone cancels it.
  await admin.patch('/api/admin/network', { company: 'Prairie' });
  expect(await zones(first())).toEqual(['America/Denver', 'America/New_York']);
  await admin.patch('/api/admin/network', { timeZone: 'America/Denver' });
  expect(await zones(first())).toEqual(['America/Denver', undefined]);
  await admin.patch('/api/admin/network', { timeZone: 'America/New_York' });

  const restarted = await start();
  expect(await zones(restarted)).toEqual(['America/New_York', undefined]);
  expect(await database.rows('select time_zone from archive_clock')).toEqual([
    { time_zone: 'America/New_York' },
  ]);
  await expect.poll(() => zones(first())).toEqual(['America/New_York', undefined]);
  expect((await admin.patch('/api/admin/network', { timeZone: 'Kansas/Nowhere' })).status).toBe(422);
});
