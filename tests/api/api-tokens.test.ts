import { expect, test } from 'vitest';
import { client, NEW_PASSWORD, PASSWORD } from '../support/client';
import { delivery } from '../support/factories';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();

/** Makes a token through the page's form, without JavaScript. The answer is the page that shows the token. */
async function makeToken(username: string, fields: Record<string, string>): Promise<string> {
  const person = await network.as(username);
  const form = { intent: 'createToken', expiresInDays: '', ownPassword: PASSWORD, ...fields };
  const { status, body } = await submitForm(person, '/settings/tokens/new', form);
  expect(status).toBe(200);
  return /value="(pd_[\w-]{43})"/.exec(body)?.[1] ?? '';
}

/** A script has no cookie. It sends an Origin that a browser's page could send. */
const script = (token: string) => {
  const headers = { authorization: `Bearer ${token}`, origin: 'https://elsewhere.example' };
  const visitor = client(network.app.origin);
  return {
    get: (path: string) => visitor.get(path, headers),
    post: (path: string, body: unknown) => visitor.post(path, body, headers),
    submit: (path: string, fields: Record<string, string>) =>
      visitor.post<string>(path, new URLSearchParams(fields).toString(), {
        authorization: headers.authorization,
        'content-type': 'application/x-www-form-urlencoded',
      }),
  };
};

const stored = async (name: string) =>
  (
    await network.database.rows<{ id: number; hash: Buffer; used: Date | null; expires: Date | null }>(
      'select id, token_hash as hash, last_used_at as used, expires_at as expires from api_tokens where name = $1',
      [name],
    )
  )[0];

test('a token is shown once, stored as a hash, and acts for its user from anywhere', async () => {
  const token = await makeToken('dispatcher', { name: 'Night import' });
  expect(token).toMatch(/^pd_/);
  const row = await stored('Night import');
  expect(row?.hash.toString('latin1')).not.toContain(token);
  expect(row?.expires).toBeNull();
  const page = await (await network.as('dispatcher')).get<string>('/settings/tokens');
  expect(page.body).toContain('Night import');
  expect(page.body).toContain('never used');
  expect(page.body).not.toContain(token);
  expect((await script(token).get('/api/user')).body).toMatchObject({ username: 'dispatcher' });
  expect((await script(token).post('/api/tasks', delivery())).status).toBe(201);
  expect((await (await network.as('dispatcher')).get<string>('/settings/tokens')).body).toContain(
    'last used',
  );
});

test('its use is written down once a minute at most', async () => {
  const token = await makeToken('dispatcher', { name: 'Busy' });
  await script(token).get('/api/user');
  const first = (await stored('Busy'))?.used;
  expect(first).toBeInstanceOf(Date);
  await Promise.all(Array.from({ length: 5 }, () => script(token).get('/api/user')));
  expect((await stored('Busy'))?.used).toEqual(first);
  await network.database.rows(
    "update api_tokens set last_used_at = now() - interval '61 seconds' where name = 'Busy'",
  );
  await script(token).get('/api/user');
  expect((await stored('Busy'))?.used?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? Infinity);
});

test('revoking, its end, new roles and deactivation take effect at once', async () => {
  const dispatcher = await network.as('dispatcher2');
  const revoked = await makeToken('dispatcher2', { name: 'Revoked' });
  const path = `/settings/tokens/${String((await stored('Revoked'))?.id)}/revoke`;
  expect((await dispatcher.get<string>(path)).body).toContain('Revoked');
  const answer = await submitForm(dispatcher, path, { intent: 'revokeToken' });
  expect([answer.location, answer.toast]).toMatchObject(['/settings/tokens', { title: 'API token revoked' }]);
  expect((await script(revoked).get('/api/user')).status).toBe(401);
  expect((await submitForm(dispatcher, path, { intent: 'revokeToken' })).status).toBe(404);

  const ending = await makeToken('dispatcher2', { name: 'Ending', expiresInDays: '30' });
  expect((await script(ending).get('/api/user')).status).toBe(200);
  await network.database.rows("update api_tokens set expires_at = now() where name = 'Ending'");
  expect((await script(ending).get('/api/user')).status).toBe(401);
  expect((await dispatcher.get<string>('/settings/tokens')).body).toContain('Expired');

  const living = await makeToken('dispatcher2', { name: 'Living' });
  expect((await script(living).get('/api/accounts')).status).toBe(200);
  const { dispatcher2 } = network.ids;
  await network.database.rows("update users set roles = '{driver}' where id = $1", [dispatcher2]);
  expect((await script(living).get('/api/accounts')).status).toBe(403);
  await network.database.rows('update users set deactivated_at = now() where id = $1', [dispatcher2]);
  expect((await script(living).get('/api/user')).status).toBe(401);
});

test('a token makes no tokens, revokes none and changes no password', async () => {
  const token = await makeToken('admin', { name: 'Ambitious' });
  const id = String((await stored('Ambitious'))?.id);
  const forms: [string, Record<string, string>][] = [
    ['/settings/tokens/new', { intent: 'createToken', name: 'Child' }],
    [`/settings/tokens/${id}/revoke`, { intent: 'revokeToken' }],
    [
      '/settings/password',
      {
        intent: 'changePassword',
        currentPassword: 'dispatch-demo',
        newPassword: 'another-one',
        repeatPassword: 'another-one',
      },
    ],
  ];
  for (const [path, fields] of forms) {
    const { status, body } = await script(token).submit(path, fields);
    expect([path, status]).toEqual([path, 403]);
    expect(body).toContain('An API token can&#x27;t do this. Sign in to do it.');
  }
  expect(await stored('Child')).toBeUndefined();
  expect((await script(token).get('/api/user')).status).toBe(200);
});

test('two tokens of one name can’t be told apart, also when both are made at once', async () => {
  const driver = await network.as('driver');
  const form = { intent: 'createToken', name: 'Twin', expiresInDays: '', ownPassword: PASSWORD };
  const answers = await Promise.all(
    ['Twin', 'twin', 'TWIN'].map((name) => submitForm(driver, '/settings/tokens/new', { ...form, name })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toContain(
    'You already have a token with this name',
  );
});

test.each([
  [{ name: '' }, 'Name is required'],
  [{ name: 'x'.repeat(201) }, 'Name must be at most 200 characters'],
  [{ name: 'Odd', expiresInDays: '0' }, 'Choose when the token expires'],
  [{ name: 'Odd', expiresInDays: 'soon' }, 'Choose when the token expires'],
  [{ name: 'Odd', expiresOn: '2026-02-30' }, 'Choose a day'],
  [{ name: 'Odd', expiresOn: '2020-01-01' }, 'Choose today or a later day'],
  [{ name: 'Odd', expiresOn: '2126-01-01' }, 'A token can be valid for at most 10 years'],
  [{ name: 'Odd', expiresOn: '2030-01-01', expiresInDays: '30' }, 'Choose either a period or a date'],
  [{ name: 'Odd' }, 'Your own password is required'],
  [{ name: 'Odd', ownPassword: 'not-the-one' }, 'Your password is not correct'],
])('a token is checked: %#', async (fields, sentence) => {
  const driver = await network.as('driver');
  const refused = await submitForm(driver, '/settings/tokens/new', { intent: 'createToken', ...fields });
  expect(refused.status).toBe(422);
  expect(refused.body).toContain(sentence);
});

test('tokens belong to their user', async () => {
  await makeToken('driver2', { name: 'Mine' });
  const driver = await network.as('driver');
  const path = `/settings/tokens/${String((await stored('Mine'))?.id)}/revoke`;
  expect((await driver.get(path)).status).toBe(404);
  expect((await submitForm(driver, path, { intent: 'revokeToken' })).status).toBe(404);
  expect((await driver.get<string>('/settings/tokens')).body).not.toContain('Mine');
});

test('a request with a token that is none is nobody’s, whatever cookie comes along', async () => {
  const dispatcher = await network.as('dispatcher');
  const forged = { authorization: 'Bearer x', origin: 'https://elsewhere.example' };
  expect((await dispatcher.post('/api/tasks', delivery(), forged)).status).toBe(401);
  expect((await dispatcher.get('/api/user', { authorization: 'bearer' })).status).toBe(401);
});

test('tokens that are made and revoked stand in the audit log, without their secret', async () => {
  const token = await makeToken('dispatcher', { name: 'Nightly export' });
  const [{ id } = { id: 0 }] = await network.database.rows<{ id: number }>(
    "select id from api_tokens where name = 'Nightly export'",
  );
  const revoke = { intent: 'revokeToken' };
  await submitForm(await network.as('dispatcher'), `/settings/tokens/${String(id)}/revoke`, revoke);
  const events = await network.database.rows<{
    act: string;
    actor_id: number;
    target_name: string;
    changes: unknown;
  }>('select act, actor_id, target_name, changes from admin_events where target_id = $1 order by id', [
    String(id),
  ]);
  const by = { actor_id: network.ids.dispatcher, target_name: 'Nightly export' };
  expect(events).toMatchObject([
    { act: 'token.created', ...by },
    { act: 'token.revoked', ...by },
  ]);
  expect(JSON.stringify(events)).not.toContain(token);
});

test('an expiry date is the end of that day where the business is', async () => {
  await makeToken('dispatcher', { name: 'Until a day', expiresOn: '2030-07-01' });
  const ends = (await stored('Until a day'))?.expires;
  expect(ends?.toISOString()).toBe('2030-07-02T05:00:00.000Z');
});

test('admins see everybody’s tokens and revoke them, by form and by call; others do not', async () => {
  const admin = await network.as('admin');
  const byForm = await makeToken('driver2', { name: 'Lost phone' });
  const byCall = await makeToken('driver2', { name: 'Lost laptop' });
  type Line = { id: number; name: string; user: { username: string } };
  const listed = async () =>
    (await admin.get<Line[]>('/api/admin/tokens')).body.filter(({ name }) => name.startsWith('Lost'));
  const lost = await listed();
  expect(lost.map(({ name, user }) => [name, user.username])).toEqual([
    ['Lost laptop', 'driver2'],
    ['Lost phone', 'driver2'],
  ]);
  const [laptop, phone] = lost;
  const page = (await admin.get<string>('/settings/all-tokens')).body;
  expect(page).toContain('Revoke Lost phone of Ben Driver');
  expect(page).not.toContain(byForm);

  const dispatcher = await network.as('dispatcher');
  expect((await dispatcher.get('/settings/all-tokens')).status).toBe(403);
  expect((await dispatcher.del(`/api/admin/tokens/${String(laptop?.id)}`)).status).toBe(403);
  const script = client(network.app.origin);
  const bearer = { authorization: `Bearer ${await makeToken('admin', { name: 'An admin’s' })}` };
  expect((await script.del(`/api/admin/tokens/${String(laptop?.id)}`, bearer)).status).toBe(403);

  expect(await admin.del(`/api/admin/tokens/${String(laptop?.id)}`)).toMatchObject({
    status: 200,
    body: { name: 'Lost laptop' },
  });
  const path = `/settings/tokens/${String(phone?.id)}/revoke`;
  expect((await admin.get<string>(path)).body).toContain('Ben Driver');
  const revoked = await submitForm(admin, path, { intent: 'revokeToken' });
  expect([revoked.status, revoked.location]).toEqual([302, '/settings/all-tokens']);
  for (const token of [byForm, byCall])
    expect((await script.get('/api/user', { authorization: `Bearer ${token}` })).status).toBe(401);
  expect(await listed()).toEqual([]);
  expect((await admin.del(`/api/admin/tokens/${String(laptop?.id)}`)).status).toBe(404);
  const events = await network.database.rows(
    "select actor_id, changes from admin_events where act = 'token.revoked' and target_name = 'Lost phone'",
  );
  expect(events).toEqual([{ actor_id: network.ids.admin, changes: { user: [null, 'driver2'] } }]);
});

test('a reset by an admin revokes the tokens, unless the box is unticked', async () => {
  const admin = await network.as('admin');
  const page = `/settings/users/${String(network.ids.driver3)}`;
  const call = `/api/admin/users/${String(network.ids.driver3)}/password`;
  const works = async (token: string) =>
    (await client(network.app.origin).get('/api/user', { authorization: `Bearer ${token}` })).status === 200;
  const token = await makeToken('driver3', { name: 'Stays' });
  const reset = { intent: 'resetPassword', password: NEW_PASSWORD, _box: 'revokeTokens' };
  expect((await admin.get<string>(page)).body).toMatch(/name="revokeTokens"[^>]*checked/);
  expect((await submitForm(admin, page, reset)).status).toBe(302);
  expect(await works(token)).toBe(true);
  await admin.post(call, { password: NEW_PASSWORD, revokeTokens: false });
  expect(await works(token)).toBe(true);
  expect((await submitForm(admin, page, { ...reset, revokeTokens: 'on' })).status).toBe(302);
  expect(await works(token)).toBe(false);
  const next = await makeToken('driver3', { name: 'Goes', ownPassword: NEW_PASSWORD });
  await admin.post(call, { password: NEW_PASSWORD });
  expect(await works(next)).toBe(false);
  const [event] = await network.database.rows<{ changes: unknown }>(
    "select changes from admin_events where act = 'user.password' order by id desc limit 1",
  );
  expect(event?.changes).toEqual({ temporary: [null, false], tokens: [1, 0] });
});
