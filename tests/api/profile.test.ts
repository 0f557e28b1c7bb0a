import { expect, test } from 'vitest';
import { submitForm } from '../support/forms';
import { listenTo } from '../support/sockets';
import { useNetwork } from '../support/use-network';

const network = useNetwork();

const pathOf = (username: string) => `/api/users/${String(network.ids[username])}`;

test('everybody edits their own profile, an admin anybody’s', async () => {
  const driver = await network.as('driver');
  const profile = { name: 'Alma D. Driver', email: 'alma@example.com', phone: '816-555-0199' };
  expect(await driver.put(pathOf('driver'), profile)).toMatchObject({
    status: 200,
    body: { id: network.ids.driver, username: 'driver', roles: ['driver'], ...profile },
  });
  const cleared = await driver.put(pathOf('driver'), { email: null, phone: '' });
  expect(cleared.body).toMatchObject({ name: 'Alma D. Driver', email: null, phone: null });
  expect((await driver.put(pathOf('driver2'), { name: 'Mine now' })).status).toBe(403);
  const dispatcher = await network.as('dispatcher');
  expect((await dispatcher.put(pathOf('driver2'), { name: 'Mine now' })).status).toBe(403);
  const admin = await network.as('admin');
  expect((await admin.put(pathOf('driver2'), { name: 'Benjamin Driver' })).body.name).toBe('Benjamin Driver');
  expect((await admin.put('/api/users/999999', { name: 'Nobody' })).status).toBe(404);
});

test.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ email: 'alma' }, 'email', 'Email must look like name@example.com'],
  [{ phone: '555' }, 'phone', 'Phone number must be at least 10 characters long'],
  [{ username: 'boss' }, 'username', 'Unknown field: username'],
  [{ roles: ['admin'] }, 'roles', 'Unknown field: roles'],
])('a profile is checked: %o', async (profile, field, sentence) => {
  const driver = await network.as('driver');
  const { status, body } = await driver.put<{ fields: Record<string, string[]> }>(pathOf('driver'), profile);
  expect([status, body.fields[field]]).toEqual([422, [sentence]]);
});

test('two who change different fields at once both have their way', async () => {
  const driver = await network.as('driver3');
  const admin = await network.as('admin');
  for (let round = 0; round < 5; round += 1) {
    const phone = `816-555-02${String(round).padStart(2, '0')}`;
    const email = `cleo${String(round)}@example.com`;
    await Promise.all([
      driver.put(pathOf('driver3'), { phone }),
      admin.put(pathOf('driver3'), { email }),
      driver.put(pathOf('driver3'), { name: `Cleo ${String(round)}` }),
    ]);
    expect((await driver.get('/api/user')).body).toMatchObject({
      phone,
      email,
      name: `Cleo ${String(round)}`,
    });
  }
});

test('a new name reaches the boards, and lists that were remembered are stale', async () => {
  const dispatcher = await network.as('dispatcher');
  const before = (await dispatcher.get('/api/tasks')).headers.get('etag') ?? '';
  const listener = await listenTo(network.app.origin, { cookie: dispatcher.cookie() });
  const driver = await network.as('driver');
  await driver.put(pathOf('driver'), { name: 'Alma Renamed' });
  await listener.heard(({ type, taskId }) => type === 'TASK_UPDATED' && taskId === null);
  listener.close();
  expect((await dispatcher.get('/api/tasks', { 'if-none-match': before })).status).toBe(200);
});

test('the settings page saves a profile without JavaScript, and keeps what was typed', async () => {
  const dispatcher = await network.as('dispatcher2');
  const form = { intent: 'saveProfile', name: 'Devon D.', email: '', phone: '816-555-0111' };
  const saved = await submitForm(dispatcher, '/settings?index', form);
  expect([saved.status, saved.location, saved.toast?.title]).toEqual([302, '/settings', 'Settings updated']);
  expect((await dispatcher.get('/api/user')).body).toMatchObject({ name: 'Devon D.', email: null });
  const refused = await submitForm(dispatcher, '/settings?index', { ...form, email: 'devon at home' });
  expect(refused.status).toBe(422);
  expect(refused.body).toContain('value="devon at home"');
  expect(refused.body).toContain('Email must look like name@example.com');
});
