/** Links that sign a phone in once, for new drivers and for drivers who have lost their password. */
import { beforeEach, expect, test } from 'vitest';
import type { AdminEventLine } from '~/domain/platform/audit/audit.server';
import type { SignInLink } from '~/domain/network/users/schema';
import { client, PASSWORD } from '../support/client';
import { submitForm } from '../support/forms';
import { tokenOf } from '../support/people';
import { addUser } from '../support/rows';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const admin = network.client('admin');
const dispatcher = network.client('dispatcher');

// Opening a link that no longer works counts as a guess.
beforeEach(() => network.database.rows('delete from rate_limits'));

type Refusal = { error: string; fields: Record<string, string[]> };
const addDriver = (fields: object) => admin.post<SignInLink & Refusal>('/api/admin/drivers', fields);
const makeLink = (id: number, body = {}) =>
  admin.post<SignInLink & Refusal>(`/api/admin/users/${String(id)}/sign-in-link`, body);
const phone = () => client(network.app.origin);
const look = async (link: string) => (await phone().get(link)).status;
const use = async (link: string) => (await submitForm(phone(), link, {})).status;

/** Adds a driver for one test. */
async function newDriver() {
  const { status, body } = await addDriver({ name: 'Alma Díaz', phone: '816-555-0199' });
  expect(status).toBe(201);
  return { ...body, link: body.signInLink ?? '' };
}

test('a name and a phone number or an email make a driver with a username', async () => {
  const made = await Promise.all([newDriver(), newDriver(), newDriver()]);
  expect(made.map(({ username }) => username).sort()).toEqual(['alma.diaz', 'alma.diaz2', 'alma.diaz3']);
  expect(made[0]).toMatchObject({ name: 'Alma Díaz', roles: ['driver'], dealerships: [] });
  const hours = (Date.parse(made[0].expiresAt) - Date.now()) / 3_600_000;
  expect([hours > 23.9, hours <= 24]).toEqual([true, true]);

  const byEmail = await addDriver({ name: '李', email: 'li@example.com', dealerships: ['Ford'] });
  expect([byEmail.status, byEmail.body.username]).toEqual([201, 'driver.李']);
  const unreachable = await addDriver({ name: 'Bo' });
  expect([unreachable.status, unreachable.body.fields]).toEqual([
    422,
    { phone: ['A phone number or an email address is required'] },
  ]);
  expect((await addDriver({ name: 'Bo', phone: '816-555-0199', username: 'driver' })).status).toBe(409);
  expect((await dispatcher.post('/api/admin/drivers', { name: 'Bo', phone: '816-555-0199' })).status).toBe(
    403,
  );
});

test('the link signs in once and asks for a password; to look at it changes nothing', async () => {
  const { link, username } = await newDriver();
  for (let previews = 0; previews < 3; previews += 1) expect(await look(link)).toBe(200);
  expect((await phone().call('HEAD', link)).status).toBe(200);
  const page = await phone().get<string>(link);
  expect(page.body).toContain('Welcome, Alma Díaz');
  expect(page.headers.get('cache-control')).toBe('no-store');

  const own = phone();
  const used = await submitForm(own, link, {});
  expect([used.status, used.location]).toEqual([302, '/auth/password']);
  expect((await own.get('/driver')).headers.get('location')).toMatch(/^\/auth\/password/);
  expect((await own.get('/api/tasks')).status).toBe(403);
  const chosen = {
    intent: 'replacePassword',
    newPassword: 'to-Wichita-and-back',
    repeatPassword: 'to-Wichita-and-back',
  };
  expect((await submitForm(own, '/auth/password', chosen)).status).toBe(302);
  expect((await own.get('/driver')).status).toBe(200);
  await phone().signIn(username, chosen.newPassword);

  expect([await look(link), await use(link)]).toEqual([404, 404]);
  const acts = (await admin.get<AdminEventLine[]>('/api/admin/events')).body.map(({ act }) => act);
  expect(acts).toContain('session.linked');
});

test('the browser whose answer was lost uses the link again, until a password is chosen; no other browser does', async () => {
  const { link } = await newDriver();
  const [mark = ''] = (await phone().get(link)).headers.getSetCookie();
  expect(mark).toMatch(/^link-browser=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax/);
  const browser = () => client(network.app.origin, mark.split(';')[0]);
  // The answer with the session does not arrive.
  expect((await submitForm(browser(), link, {})).status).toBe(302);
  expect([await look(link), await use(link)]).toEqual([404, 404]);
  const own = browser();
  expect((await own.get(link)).status).toBe(200);
  const again = await submitForm(own, link, {});
  expect([again.status, again.location]).toEqual([302, '/auth/password']);
  const password = { newPassword: 'to-Wichita-and-back', repeatPassword: 'to-Wichita-and-back' };
  await submitForm(own, '/auth/password', { intent: 'replacePassword', ...password });
  expect((await own.get('/driver')).status).toBe(200);
  expect((await browser().get(link)).status).toBe(404);
  expect((await submitForm(browser(), link, {})).status).toBe(404);
});

test('the page of a link that no longer works names who can make a new one', async () => {
  const { body } = await phone().get<string>(`/p/in/${'y'.repeat(22)}`);
  const names = (await admin.get<{ name: string }>('/api/admin/network')).body;
  expect(body).toContain(`ask an admin of ${names.name} for a new link`);
});

test('when a link is used many times at once, one use succeeds', async () => {
  const { link } = await newDriver();
  const statuses = await Promise.all(Array.from({ length: 6 }, () => use(link)));
  expect(statuses.sort()).toEqual([302, 404, 404, 404, 404, 404]);
});

test('only its hash is stored', async () => {
  const { link, id } = await newDriver();
  const token = link.slice(link.lastIndexOf('/') + 1);
  expect(token).toMatch(/^[\w-]{22}$/);
  const [row] = await network.database.rows<{ text: string }>(
    'select l::text as text from sign_in_links l where user_id = $1',
    [id],
  );
  expect(row?.text).not.toContain(token);
});

test('a new link ends the former one; so do a reset, other roles, deletion and time', async () => {
  const { link, id } = await newDriver();
  const renew = async () => {
    const { status, body } = await makeLink(id);
    expect(status).toBe(201);
    return body.signInLink ?? '';
  };
  const path = `/api/admin/users/${String(id)}`;
  let current = await renew();
  expect([await look(link), await look(current)]).toEqual([404, 200]);
  await admin.post(`${path}/password`, {});
  expect(await look(current)).toBe(404);
  current = await renew();
  await admin.patch(`${path}/roles`, { roles: ['dispatcher'] });
  expect(await look(current)).toBe(404);
  current = await renew();
  await network.database.rows('update sign_in_links set expires_at = now() where user_id = $1', [id]);
  expect([await look(current), await use(current)]).toEqual([404, 404]);
  current = await renew();
  await admin.del(path);
  await admin.post(`${path}/restore`, {});
  expect([await look(current), await use(current)]).toEqual([404, 404]);
});

test('a password of one’s own choice ends a link that waits', async () => {
  const { link, id } = await newDriver();
  const own = phone();
  await submitForm(own, link, {});
  const first = { newPassword: 'to-Wichita-and-back', repeatPassword: 'to-Wichita-and-back' };
  await submitForm(own, '/auth/password', { intent: 'replacePassword', ...first });
  const { body } = await makeLink(id);
  expect(await look(body.signInLink ?? '')).toBe(200);
  const next = { newPassword: 'to-Salina-and-back', repeatPassword: 'to-Salina-and-back' };
  const change = { intent: 'changePassword', currentPassword: first.newPassword, ...next };
  expect((await submitForm(own, '/settings/password', change)).status).toBe(302);
  expect([await look(body.signInLink ?? ''), await use(body.signInLink ?? '')]).toEqual([404, 404]);
});

test('a link ends the sessions of before', async () => {
  const driver = await network.as('driver2');
  const { body } = await makeLink(network.ids.driver2 ?? 0);
  expect((await driver.get('/api/user')).status).toBe(200);
  expect(await use(body.signInLink ?? '')).toBe(302);
  expect((await driver.get('/api/user')).status).toBe(401);
});

test('a link that is used revokes the API tokens, unless the box is unticked; without tokens there is no box', async () => {
  const { link, id } = await newDriver();
  expect((await phone().get<string>(link)).body).not.toContain('API tokens');
  const works = async (token: string) =>
    (await phone().get('/api/user', { authorization: `Bearer ${token}` })).status === 200;
  const token = await tokenOf(network.database, id);
  expect((await phone().get<string>(link)).body).toMatch(/name="revokeTokens"[^>]*checked/);
  expect(await works(token)).toBe(true);
  expect((await submitForm(phone(), link, { _box: 'revokeTokens' })).status).toBe(302);
  expect(await works(token)).toBe(true);
  const again = async () => (await makeLink(id)).body.signInLink ?? '';
  expect(
    (await submitForm(phone(), await again(), { _box: 'revokeTokens', revokeTokens: 'on' })).status,
  ).toBe(302);
  expect(await works(token)).toBe(false);
  const next = await tokenOf(network.database, id);
  expect(await use(await again())).toBe(302);
  expect(await works(next)).toBe(false);
  const written = await network.database.rows<{ changes: { tokens?: number[] } }>(
    "select changes from admin_events where act = 'session.linked' and target_id = $1 order by id",
    [String(id)],
  );
  expect(written.map(({ changes }) => changes.tokens)).toEqual([undefined, [1, 0], [1, 0]]);
});

test('for an admin it takes the password of who makes it; not for oneself, nor for a token', async () => {
  const self = network.ids.admin ?? 0;
  expect((await makeLink(self)).status).toBe(409);
  const id = await addUser(network.database, 'second-admin', { roles: ['admin'] });
  expect((await makeLink(id)).body.fields).toEqual({ ownPassword: ['Your own password is required'] });
  expect((await makeLink(id, { ownPassword: 'not-mine-at-all' })).status).toBe(422);
  expect((await makeLink(id, { ownPassword: PASSWORD })).status).toBe(201);
  const script = { authorization: `Bearer ${await tokenOf(network.database, self)}` };
  const driver = String(network.ids.driver);
  expect((await phone().post(`/api/admin/users/${driver}/sign-in-link`, {}, script)).status).toBe(403);
  expect((await dispatcher.post(`/api/admin/users/${driver}/sign-in-link`)).status).toBe(403);
});

test('the page shows link and code once, without JavaScript', async () => {
  const fields = { name: 'Quinn QR', email: 'quinn@example.com', _key: 'one-press' };
  const press = () =>
    submitForm(admin, '/settings/users/driver', { intent: 'addDriver', phone: '', username: '', ...fields });
  const shown = await press();
  expect(shown.status).toBe(200);
  const [, link = ''] = /value="https?:\/\/[^"/]+(\/p\/in\/[\w-]{22})"/.exec(shown.body) ?? [];
  expect(await look(link)).toBe(200);
  expect(shown.body).toContain('aria-label="QR code of the link for Quinn QR"');
  // Sending the same form again adds no second driver and does not show the link.
  expect([(await press()).status, await look(link)]).toEqual([302, 200]);
});

test('guesses are limited', async () => {
  const guess = (n: number) => phone().get(`/p/in/${'x'.repeat(21)}${String(n % 10)}`);
  const statuses = (await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n)))).map(
    ({ status }) => status,
  );
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
});
