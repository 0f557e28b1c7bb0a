/** A user with a temporary password has to replace it before doing anything else. */
import { expect, test } from 'vitest';
import { client, NEW_PASSWORD, type Client } from '../support/client';
import { submitForm } from '../support/forms';
import { listenTo } from '../support/sockets';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const admin = network.client('admin');

const NEW = 'a-password-of-my-own';
const visitor = () => client(network.app.origin);

/** Makes a user whose password has just been reset. */
async function newcomer(username: string): Promise<{ person: Client; temporary: string }> {
  const path = `/api/admin/users/${String(network.ids[username])}/password`;
  const { body } = await admin.post<{ temporaryPassword: string }>(path);
  const person = visitor();
  await person.signIn(username, body.temporaryPassword);
  return { person, temporary: body.temporaryPassword };
}

const replace = (person: Client, newPassword: string, more = '') =>
  submitForm(person, `/auth/password${more}`, {
    intent: 'replacePassword',
    newPassword,
    repeatPassword: newPassword,
  });

test('every page leads to the one that replaces it, and from there back', async () => {
  const { person } = await newcomer('dispatcher');
  for (const path of ['/dispatcher', '/settings', '/settings/password', '/history?date=2026-03-09']) {
    const { status, headers } = await person.get(path);
    expect([path, status, headers.get('location')]).toEqual([
      path,
      302,
      `/auth/password?redirectTo=${encodeURIComponent(path)}`,
    ]);
  }
  expect((await person.get('/')).headers.get('location')).toBe('/dispatcher');
  const page = await person.get<string>('/auth/password');
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('with a temporary password')]);
  const done = await replace(person, NEW, '?redirectTo=%2Fhistory%3Fdate%3D2026-03-09');
  expect([done.status, done.location, done.toast?.title]).toEqual([
    302,
    '/history?date=2026-03-09',
    'Password updated',
  ]);
  expect((await person.get('/dispatcher')).status).toBe(200);
  expect((await person.get('/auth/password')).headers.get('location')).toBe('/');
  await visitor().signIn('dispatcher', NEW);
});

test('calls, the list that has not changed, and the socket say no, and why', async () => {
  const signedIn = await network.as('driver');
  const known = (await signedIn.get('/api/tasks')).headers.get('etag') ?? '';
  const { person } = await newcomer('driver');
  const calls: [string, string, object?][] = [
    ['GET', '/api/tasks'],
    ['GET', '/api/user'],
    ['PATCH', '/api/tasks/1', { status: 'going' }],
  ];
  for (const [method, path, body] of calls) {
    const answer = await person.call(method, path, { body, headers: { 'if-none-match': known } });
    expect(answer).toMatchObject({
      status: 403,
      body: {
        error: 'Replace the temporary password first, at /auth/password',
        mustChangePassword: true,
      },
    });
  }
  await expect(listenTo(network.app.origin, { cookie: person.cookie() })).rejects.toThrow('401');
  expect((await person.post('/api/logout')).status).toBe(200);
});

test('text typed into a form meanwhile is kept until the password is replaced', async () => {
  const { person } = await newcomer('dispatcher2');
  const { status, body } = await submitForm(person, '/dispatcher/tasks/new', {
    intent: 'create',
    notes: 'Ring twice',
  });
  expect([status, body]).toEqual([401, expect.stringContaining('Ring twice')]);
});

test.each([
  ['short', 'Password must be at least 8 characters'],
  ['DRIVER-TWO', 'The password must be different from the username'],
  ['Password123!', 'This password is too common. Choose another one.'],
])('%s is no password to replace it with', async (password, sentence) => {
  await network.database.rows("update users set username = 'driver-two' where id = $1", [
    network.ids.driver2,
  ]);
  network.ids['driver-two'] = network.ids.driver2 ?? 0;
  const { person, temporary } = await newcomer('driver-two');
  const refused = await replace(person, password);
  expect([refused.status, refused.body]).toEqual([422, expect.stringContaining(sentence)]);
  const same = await replace(person, temporary);
  expect([same.status, same.body]).toEqual([
    422,
    expect.stringContaining('The new password must be different from the temporary one'),
  ]);
  expect((await person.get('/driver')).status).toBe(302);
});

test('a password that an admin has typed stays, and nobody replaces one that is no temporary one', async () => {
  const made = await admin.post<{ id: number }>('/api/admin/users', {
    name: 'Typed By Hand',
    username: 'typed',
    password: NEW_PASSWORD,
  });
  const person = visitor();
  await person.signIn('typed', NEW_PASSWORD);
  expect((await person.get('/driver')).status).toBe(200);
  expect((await replace(person, NEW)).location).toBe('/');
  await admin.post(`/api/admin/users/${String(made.body.id)}/password`);
  await admin.post(`/api/admin/users/${String(made.body.id)}/password`, { password: NEW_PASSWORD });
  const again = visitor();
  await again.signIn('typed', NEW_PASSWORD);
  expect((await again.get('/api/user')).status).toBe(200);
});

test('other sessions end when it is replaced', async () => {
  const { person, temporary } = await newcomer('driver3');
  const other = visitor();
  await other.signIn('driver3', temporary);
  expect((await replace(person, NEW)).status).toBe(302);
  expect((await other.get('/api/user')).status).toBe(401);
  expect((await visitor().post('/api/login', { username: 'driver3', password: temporary })).status).toBe(401);
});
