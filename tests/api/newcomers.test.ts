/** Admins manage users: names, contact data, and users who registered by themselves. */
import { expect, test } from 'vitest';
import type { AdminEventLine } from '~/domain/platform/audit/audit.server';
import type { ManagedUser, Person } from '~/domain/network/users/schema';
import { client } from '../support/client';
import { delivery } from '../support/factories';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const admin = network.client('admin');
const dispatcher = network.client('dispatcher');

const PASSWORD = 'a-long-way-to-Topeka';
const stranger = () => client(network.app.origin);
const register = (fields: object) =>
  stranger().post<{ id: number; error: string }>('/api/register', { password: PASSWORD, ...fields });
const drivers = async () => (await dispatcher.get<Person[]>('/api/users?role=driver')).body;

test('a user who registered is marked as new wherever drivers are chosen, until an admin has reviewed them @long', async () => {
  const { status } = await register({ username: 'newcomer', name: 'Nora Newcomer' });
  expect(status).toBe(201);
  const made = (await drivers()).find(({ username }) => username === 'newcomer');
  expect(made?.isNew).toBe(true);
  expect((await drivers()).filter(({ isNew }) => isNew)).toHaveLength(1);
  const id = String(made?.id);
  const pages = [
    '/dispatcher',
    '/dispatcher/tasks/new',
    `/dispatcher/drivers/${id}`,
    '/dispatcher/drivers/unassigned',
  ];
  const task = await dispatcher.post<{ id: number }>('/api/tasks', delivery());
  pages.push(`/dispatcher/tasks/${String(task.body.id)}`);
  const marked = async (path: string) =>
    (await dispatcher.get<string>(path)).body.includes('Nora Newcomer (new)');
  for (const path of pages) expect([path, await marked(path)]).toEqual([path, true]);
  expect((await admin.get<string>('/settings/users')).body).toContain('>New</span>');
  const page = `/settings/users/${id}`;
  expect((await admin.get<string>(page)).body).toContain('Reviewed: Nora Newcomer');

  expect((await submitForm(dispatcher, page, { intent: 'reviewUser' })).status).toBe(403);
  const reviewed = await submitForm(admin, page, { intent: 'reviewUser' });
  expect([reviewed.status, reviewed.toast?.title]).toEqual([302, 'User reviewed']);
  for (const path of pages) expect([path, await marked(path)]).toEqual([path, false]);
  // A second click changes nothing.
  expect((await submitForm(admin, page, { intent: 'reviewUser' })).status).toBe(302);
  const events = (await admin.get<AdminEventLine[]>('/api/admin/events')).body;
  expect(events.filter(({ target }) => target.id === id).map(({ act }) => act)).toEqual([
    'user.reviewed',
    'user.registered',
  ]);
});

test('whom an admin makes is not new, and has the phone and email that were given', async () => {
  const form = {
    intent: 'createUser',
    name: 'Paul Phone',
    username: 'paul',
    password: PASSWORD,
    phone: '816-555-0199',
    email: 'paul@example.com',
    roles: 'driver',
  };
  expect((await submitForm(admin, '/settings/users/new', form)).status).toBe(302);
  const made = (await admin.get<ManagedUser[]>('/api/admin/users?search=paul')).body[0];
  expect(made).toMatchObject({ phone: '816-555-0199', email: 'paul@example.com', isNew: false });
  const refused = await submitForm(admin, '/settings/users/new', {
    ...form,
    username: 'paul2',
    phone: '123',
  });
  expect(refused.status).toBe(422);
  expect(refused.body).toContain('Phone number must be at least 10 characters long');
});

test("an admin edits somebody's name, phone and email; nobody else does, and what was typed survives a refusal", async () => {
  const path = `/settings/users/${String(network.ids.driver3)}`;
  expect((await admin.get<string>(path)).body).toContain('Cleo Driver');
  const form = { intent: 'editProfile', name: 'Cleo Clay', phone: '816-555-0177', email: 'cleo@example.com' };
  expect((await submitForm(dispatcher, path, form)).status).toBe(403);
  const refused = await submitForm(admin, path, { ...form, email: 'nonsense' });
  expect(refused.status).toBe(422);
  expect(refused.body).toContain('value="nonsense"');
  expect((await submitForm(admin, path, form)).toast).toMatchObject({ title: 'User updated' });
  const found = (await drivers()).find(({ id }) => id === network.ids.driver3);
  expect(found).toMatchObject({ name: 'Cleo Clay', phone: '816-555-0177' });
  const [event] = (await admin.get<AdminEventLine[]>('/api/admin/events?act=user.profile')).body;
  expect(event?.changes).toMatchObject({ name: ['Cleo Driver', 'Cleo Clay'] });
});

test('a dispatcher who also drives finds the link to the route in the header of a PC', async () => {
  await network.database.rows(
    "update users set roles = '{dispatcher,driver}' where username = 'dispatcher2'",
  );
  const both = (await (await network.as('dispatcher2')).get<string>('/dispatcher')).body;
  const main = (page: string) => /<nav aria-label="Main".*?<\/nav>/.exec(page)?.[0];
  expect(main(both)).toContain('href="/driver"');
  expect(main((await dispatcher.get<string>('/dispatcher')).body)).not.toContain('href="/driver"');
});

const INVISIBLE = [
  '\u200b',
  '\u202e',
  '\u2066',
  '\u00ad',
  '\u2060',
  '\ufeff',
  '\u3164',
  '\u061c',
  '\u2800',
  '\u{e0041}',
];

test.each(INVISIBLE)('a name with %j in it is refused, whatever it names', async (sign) => {
  const name = `Ann${sign}a`;
  const driver = network.ids.driver;
  const calls: [string, () => Promise<{ status: number; body: unknown }>][] = [
    ['user', () => register({ username: `ann${sign}a`, name: 'Anna' })],
    ['person', () => register({ username: 'annalong', name })],
    ['profile', () => admin.put(`/api/users/${String(driver)}`, { name })],
    ['account', () => admin.post('/api/accounts', { name, accountType: 'Vendor', address: '1 Main St' })],
    ['location', () => dispatcher.post('/api/tasks', delivery({ location: name }))],
    ['token', () => submitForm(admin, '/settings/tokens/new', { intent: 'createToken', name })],
    [
      'form',
      () =>
        submitForm(dispatcher, '/dispatcher/tasks/new', {
          intent: 'save',
          type: 'delivery',
          location: name,
          address: '1 Main St',
        }),
    ],
  ];
  for (const [what, ask] of calls) {
    const { status, body } = await ask();
    expect([what, status]).toEqual([what, 422]);
    expect(JSON.stringify(body)).toMatch(/invisible characters|letters, digits, and|can't be saved/);
  }
});

test('emoji, accents and other scripts are names as ever', async () => {
  for (const location of ['Łódź Garage', 'حسن', '修理工場', 'Auto 🚗'])
    expect((await dispatcher.post('/api/tasks', delivery({ location }))).status).toBe(201);
});

test('a user name is one, whatever letters it is spelled with', async () => {
  expect((await register({ username: 'ﬁona', name: 'Fiona' })).status).toBe(201);
  for (const username of ['fiona', 'FIONA', 'ｆｉｏｎａ', 'ﬁona'])
    expect([username, (await register({ username, name: 'Other' })).status]).toEqual([username, 409]);
  for (const username of ['fiona', 'Ｆｉｏｎａ']) {
    const { status, body } = await stranger().post<{ username: string }>('/api/login', {
      username,
      password: PASSWORD,
    });
    expect([status, body.username]).toEqual([200, 'fiona']);
  }
});

test('a username that can be read as another one is refused, wherever one is chosen; who has one signs in', async () => {
  const username = 'аdmin'; // with a Cyrillic а
  const gone = await register({ username: 'gone.by', name: 'Gone By' });
  await admin.del(`/api/admin/users/${String(gone.body.id)}`);
  const calls: [string, () => Promise<{ status: number; body: unknown }>][] = [
    ['registration', () => register({ username, name: 'Other' })],
    [
      'form',
      () => submitForm(stranger(), '/auth', { intent: 'register', username, password: PASSWORD, name: 'O' }),
    ],
    ['new user', () => admin.post('/api/admin/users', { username, name: 'Other', password: PASSWORD })],
    [
      'new driver',
      () => admin.post('/api/admin/drivers', { username, name: 'Other', phone: '816-555-0199' }),
    ],
    ['restored', () => admin.post(`/api/admin/users/${String(gone.body.id)}/restore`, { username })],
  ];
  for (const [what, ask] of calls) {
    const { status, body } = await ask();
    expect([what, status]).toEqual([what, 422]);
    expect(JSON.stringify(body)).toContain('letters that look like others');
  }
  const made = await admin.post<{ username: string }>('/api/admin/drivers', {
    name: 'Сора',
    phone: '816-555-0199',
  });
  expect([made.status, made.body.username]).toEqual([201, expect.stringMatching(/^driver\d+$/)]);
  await network.database.rows(
    `insert into users (username, password_hash, name, roles)
     select $1, password_hash, 'Of before', roles from users where username = 'driver2'`,
    [username],
  );
  await stranger().signIn(username);
});

test('line breaks in names and in texts of one line become spaces; notes keep theirs', async () => {
  const [name, joined] = ['Prairie\r\n  Parts\u2028and\tMore\n', 'Prairie Parts and More'];
  const person = await register({ username: 'breaks', name });
  expect([person.status, person.body]).toMatchObject([201, { name: joined }]);
  const account = await admin.post<{ name: string }>('/api/accounts', {
    name,
    accountType: 'vendor',
    address: '1 Main\nSt',
    city: 'Kansas\nCity',
  });
  expect([account.status, account.body.name]).toEqual([201, joined]);
  const task = await dispatcher.post<Record<string, string>>(
    '/api/tasks',
    delivery({ location: name, address: '1 Main\nSt', invoice_number: 'A-1\nA-2', notes: 'Ring\ntwice' }),
  );
  expect([task.status, task.body]).toMatchObject([
    201,
    { location: joined, address: '1 Main St', invoice_number: 'A-1 A-2', notes: 'Ring\ntwice' },
  ]);
});
