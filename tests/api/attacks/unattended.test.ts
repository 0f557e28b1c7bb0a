/** Neither an unattended browser nor a lost token may do what needs the password. */
import { expect, test } from 'vitest';
import { client, NEW_PASSWORD, PASSWORD, type Client } from '../../support/client';
import { submitForm } from '../../support/forms';
import { tokenOf } from '../../support/people';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();
const admin = network.client('admin');

type Answer = { error?: string; fields?: Record<string, string[]>; id?: number; roles?: string[] };

const path = (id: number | undefined, more = '') => `/api/admin/users/${String(id)}${more}`;
const OWN = { ownPassword: PASSWORD };
const NEEDED = { error: 'Your own password is required' };
const BY_TOKEN = { error: "An API token can't do this. Sign in to do it." };
const WRONG = {
  error: 'Your password is not correct',
  fields: { ownPassword: ['Your password is not correct'] },
};

let count = 0;
async function create(roles: string[]): Promise<{ id: number; username: string }> {
  count += 1;
  const username = `colleague${String(count)}`;
  const input = { name: 'A Colleague', username, password: NEW_PASSWORD, roles };
  const made = await admin.post<Answer>('/api/admin/users', {
    ...input,
    ...(roles.includes('admin') && OWN),
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return { id: made.body.id ?? 0, username };
}

/** Calls the API as a script does, with a token of this user. */
async function scriptOf(username: string): Promise<Client['call']> {
  const token = await tokenOf(network.database, network.ids[username] ?? 0);
  const visitor = client(network.app.origin);
  return (method, where, call = {}) =>
    visitor.call(method, where, { ...call, headers: { authorization: `Bearer ${token}` } });
}

test('nobody resets their own password, neither by call nor by form', async () => {
  const own = network.ids.admin;
  const refused = await admin.post(path(own, '/password'), { password: 'taken-over-1', ...OWN });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { error: 'Change your own password under Settings' },
  ]);
  const form = await submitForm(admin, `/settings/users/${String(own)}`, {
    intent: 'resetPassword',
    password: 'taken-over-1',
    ownPassword: PASSWORD,
  });
  expect([form.status, form.toast]).toEqual([409, null]);
  await network.as('admin');
});

test('a token lets nobody in: it makes and restores no users, gives no roles and resets no passwords @long', async () => {
  const script = await scriptOf('admin');
  const deputy = await create(['admin']);
  const former = await create(['admin']);
  await admin.del(path(former.id));
  const driver = await create(['driver']);
  const gone = await create(['driver']);
  await admin.del(path(gone.id));
  const newcomer = { name: 'New Comer', username: 'token.admin', password: NEW_PASSWORD, roles: ['admin'] };
  const calls: [string, string, unknown][] = [
    ['POST', path(network.ids.admin, '/password'), { password: 'taken-over-1' }],
    ['POST', path(driver.id, '/password'), { password: 'taken-over-1' }],
    ['POST', path(driver.id, '/password'), {}],
    ['POST', '/api/admin/users', { ...newcomer, ...OWN }],
    ['POST', '/api/admin/users', { ...newcomer, roles: ['driver'] }],
    ['POST', '/api/admin/drivers', { name: 'New Comer', phone: '816-555-0199' }],
    ['POST', path(driver.id, '/sign-in-link'), {}],
    ['PATCH', path(driver.id, '/roles'), { roles: ['admin'], ...OWN }],
    ['PATCH', path(driver.id, '/roles'), { roles: ['driver', 'dispatcher'] }],
    ['PATCH', path(deputy.id, '/roles'), { roles: ['driver'] }],
    ['DELETE', path(deputy.id), undefined],
    ['POST', path(former.id, '/restore'), OWN],
    ['POST', path(gone.id, '/restore'), {}],
  ];
  for (const [method, where, body] of calls) {
    const { status, body: said } = await script(method, where, { body });
    expect([method, where, status, said]).toMatchObject([method, where, 403, BY_TOKEN]);
  }
  const [left] = await network.database.rows<{ admins: number; newcomers: number; links: number }>(
    `select count(*) filter (where 'admin' = any(roles) and deactivated_at is null)::integer as admins,
       count(*) filter (where name = 'New Comer')::integer as newcomers,
       (select count(*)::integer from sign_in_links) as links from users`,
  );
  expect(left).toEqual({ admins: 2, newcomers: 0, links: 0 });
  const both = await create(['driver', 'dispatcher']);
  const less = await script('PATCH', path(both.id, '/roles'), { body: { roles: ['driver'] } });
  const deleted = await script('DELETE', path(both.id));
  expect([less.status, deleted.status]).toEqual([200, 200]);
});

test('a token makes no webhook, sends none elsewhere and is told no secret', async () => {
  const script = await scriptOf('admin');
  const url = 'https://hooks.example.com/parts';
  const elsewhere = 'https://elsewhere.example.com/parts';
  const { body: hook } = await admin.post<Answer>('/api/admin/webhooks', { url, events: ['task.created'] });
  const where = `/api/admin/webhooks/${String(hook.id)}`;
  const calls: [string, string, unknown][] = [
    ['POST', '/api/admin/webhooks', { url: elsewhere, events: ['task.created'] }],
    ['PATCH', where, { url: elsewhere }],
    ['POST', `${where}/secret`, {}],
  ];
  for (const [method, path, body] of calls) {
    const { status, body: said } = await script(method, path, { body });
    expect([method, path, status, said]).toMatchObject([method, path, 403, BY_TOKEN]);
  }
  expect(await script('PATCH', where, { body: { url, active: false } })).toMatchObject({
    status: 200,
    body: { url, active: false },
  });
  expect((await script('DELETE', where)).status).toBe(200);
  expect(await network.database.rows('select url from webhooks')).toEqual([]);
});

test('granting admin takes the own password, by every way there is', async () => {
  const driver = await create(['driver']);
  const former = await create(['admin']);
  await admin.del(path(former.id));
  const newcomer = { name: 'New Admin', username: 'second.admin', password: NEW_PASSWORD, roles: ['admin'] };
  const ways: ((more: object) => ReturnType<typeof admin.post<Answer>>)[] = [
    (more) => admin.post<Answer>('/api/admin/users', { ...newcomer, ...more }),
    (more) => admin.patch<Answer>(path(driver.id, '/roles'), { roles: ['admin', 'driver'], ...more }),
    (more) => admin.post<Answer>(path(former.id, '/restore'), more),
  ];
  for (const way of ways) {
    expect(await way({})).toMatchObject({ status: 422, body: NEEDED });
    expect(await way({ ownPassword: 'not-the-one' })).toMatchObject({ status: 422, body: WRONG });
    expect([200, 201]).toContain((await way(OWN)).status);
  }
});

test('an admin’s password is reset with the own password, anybody else’s without', async () => {
  const deputy = await create(['admin']);
  const where = path(deputy.id, '/password');
  expect(await admin.post(where, { password: 'another-one' })).toMatchObject({ status: 422, body: NEEDED });
  expect(await admin.post(where, { password: 'another-one', ownPassword: 'not-the-one' })).toMatchObject({
    status: 422,
    body: WRONG,
  });
  await client(network.app.origin).signIn(deputy.username, NEW_PASSWORD);
  expect((await admin.post(where, { password: 'another-one', ...OWN })).status).toBe(200);
  await client(network.app.origin).signIn(deputy.username, 'another-one');
  const driver = await create(['driver']);
  expect((await admin.post(path(driver.id, '/password'), { password: 'another-one' })).status).toBe(200);
});

test('the forms ask for it as well, and show no password again', async () => {
  const driver = await create(['driver']);
  const deputy = await create(['admin']);
  const roles = `/settings/users/${String(driver.id)}`;
  const grant = { intent: 'changeRoles', roles: 'admin' };
  expect((await admin.get<string>(roles)).body).toContain('Your own password');
  const refused = await submitForm(admin, roles, { ...grant, ownPassword: '' });
  expect([refused.status, refused.body]).toEqual([422, expect.stringContaining(NEEDED.error)]);
  const wrong = await submitForm(admin, roles, { ...grant, ownPassword: 'not-the-one' });
  expect([wrong.status, wrong.body]).toEqual([422, expect.stringContaining(WRONG.error)]);
  expect(wrong.body).not.toContain('not-the-one');
  expect((await submitForm(admin, roles, { ...grant, ownPassword: PASSWORD })).status).toBe(302);
  const reset = `/settings/users/${String(deputy.id)}`;
  const again = { intent: 'resetPassword', password: 'another-one' };
  expect((await submitForm(admin, reset, again)).status).toBe(422);
  expect((await submitForm(admin, reset, { ...again, ownPassword: PASSWORD })).status).toBe(302);
});

test('guessing it is counted, with an Idempotency-Key as well', async () => {
  const deputy = await create(['admin']);
  const browser = client(network.app.origin);
  await browser.signIn(deputy.username, NEW_PASSWORD);
  const driver = await create(['driver']);
  const guess = (i: number) =>
    browser.patch(
      path(driver.id, '/roles'),
      { roles: ['admin'], ownPassword: 'not-the-one' },
      { 'Idempotency-Key': `guess-${String(i)}` },
    );
  for (let i = 0; i < 5; i += 1) expect((await guess(i)).status).toBe(422);
  const last = await guess(5);
  expect([last.status, last.body.error]).toEqual([
    429,
    expect.stringMatching(/^Too many attempts\. Try again in \d+ minutes?\.$/),
  ]);
});
