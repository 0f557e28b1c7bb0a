/** User management: which roles may use it, which changes take effect at once, and what stays stored. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { client, NEW_PASSWORD, PASSWORD, type Client } from '../support/client';
import { tokenOf } from '../support/people';
import { listenTo } from '../support/sockets';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const admin = network.client('admin');

type User = {
  id: number;
  username: string;
  name: string;
  roles: string[];
  dealerships: string[];
  deactivatedAt: string | null;
  temporaryPassword?: string;
  error?: string;
  fields?: Record<string, string[]>;
};

const path = (id: number, more = '') => `/api/admin/users/${String(id)}${more}`;
const visitor = () => client(network.app.origin);
const idOf = (username: string) => network.ids[username] ?? 0;

let count = 0;
async function create(more: Record<string, unknown> = {}): Promise<User> {
  count += 1;
  const input = {
    name: `Person ${String(count)}`,
    username: `person${String(count)}`,
    password: NEW_PASSWORD,
    ...(Array.isArray(more.roles) && more.roles.includes('admin') && { ownPassword: PASSWORD }),
    ...more,
  };
  const { status, body } = await admin.post<User>('/api/admin/users', input);
  if (status !== 201) throw new Error(`${String(status)} ${JSON.stringify(body)}`);
  return body;
}

async function signedIn(username: string, password = NEW_PASSWORD): Promise<Client> {
  const someone = visitor();
  await someone.signIn(username, password);
  return someone;
}

/** Selects what admins did to a user; sign-ins are left out. */
const events = (targetId: number) =>
  network.database.rows<{ act: string; actor_id: number | null; changes: Record<string, unknown> }>(
    "select act, actor_id, changes from admin_events where target_id = $1 and act not like 'session.%' order by id",
    [String(targetId)],
  );

test('a new user can sign in, as a driver unless something else is said', async () => {
  const made = await create({ dealerships: ['Jeep', 'Ford', 'Jeep'] });
  expect(made).toMatchObject({ roles: ['driver'], dealerships: ['Jeep', 'Ford'], deactivatedAt: null });
  expect(JSON.stringify(made)).not.toMatch(/password/i);
  const person = await signedIn(made.username);
  expect((await person.get('/api/user')).body).toMatchObject({ id: made.id, name: made.name });
  const both = await create({ roles: ['driver', 'dispatcher', 'driver'] });
  expect(both.roles).toEqual(['dispatcher', 'driver']);
  expect(await events(made.id)).toEqual([
    {
      act: 'user.created',
      actor_id: idOf('admin'),
      changes: { roles: [null, ['driver']], dealerships: [null, ['Jeep', 'Ford']] },
    },
  ]);
});

const NEEDED = 'Name, username, and password are required';

test.each([
  [{ name: '  ' }, 422, NEEDED, 'name'],
  [{ username: '' }, 422, NEEDED, 'username'],
  [{ password: '        ' }, 422, NEEDED, 'password'],
  [{ password: undefined }, 422, NEEDED, 'password'],
  [{ username: 'ab' }, 422, 'Username must be at least 3 characters', 'username'],
  [{ username: 'a b c' }, 422, 'Username can only contain letters, digits, and . _ @ -', 'username'],
  [{ password: '1234567' }, 422, 'Password must be at least 8 characters', 'password'],
  [{ password: 'x'.repeat(129) }, 422, 'Password must be at most 128 characters', 'password'],
  [{ roles: [] }, 422, 'User must have at least one role', 'roles'],
  [{ roles: ['boss'] }, 422, 'Roles are admin, dispatcher and driver', 'roles.0'],
  [
    { dealerships: ['Tesla'] },
    422,
    'Dealerships are Buick, Chevrolet, Ford, Hyundai CDJR, Jeep',
    'dealerships.0',
  ],
  [{ isAdmin: true }, 422, 'Unknown field: isAdmin', 'isAdmin'],
  [{ username: 'DISPATCHER' }, 409, 'This username is already taken', 'username'],
])('what is no user is refused: %j', async (more, status, message, field) => {
  const input = { name: 'Somebody', username: 'somebody', password: NEW_PASSWORD, ...more };
  const answer = await admin.post<User>('/api/admin/users', input);
  expect([answer.status, answer.body.error, answer.body.fields?.[field]]).toEqual([
    status,
    message,
    [message],
  ]);
});

test('a password that is reset ends sessions and sockets at once, on every instance @long', async () => {
  const made = await create();
  const other = await network.another();
  const person = await signedIn(made.username);
  const socket = await listenTo(other.origin, { cookie: person.cookie() });
  const { status, body } = await admin.post<User>(path(made.id, '/password'), {
    password: 'another-password',
  });
  expect([status, body.temporaryPassword]).toEqual([200, undefined]);
  expect(await socket.closed).toBe(4401);
  expect((await client(other.origin).get('/api/user', { cookie: person.cookie() })).status).toBe(401);
  expect(
    (await visitor().post('/api/login', { username: made.username, password: NEW_PASSWORD })).status,
  ).toBe(401);
  await signedIn(made.username, 'another-password');
  expect((await admin.get('/api/user')).status).toBe(200);
});

test('a sign-in with the old password in the instant of a reset opens nothing', async () => {
  const made = await create();
  const reset = new pg.Client({ connectionString: network.database.url });
  await reset.connect();
  await reset.query('begin');
  await reset.query("update users set password_hash = 'another' where id = $1", [made.id]);
  const entering = visitor().post('/api/login', { username: made.username, password: NEW_PASSWORD });
  const waiting = () =>
    network.database.rows(
      "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into sessions%'",
    );
  await expect.poll(waiting).toHaveLength(1);
  await reset.query('commit');
  await reset.end();
  expect((await entering).status).toBe(401);
  expect(
    await network.database.rows('select user_id from sessions where user_id = $1', [made.id]),
  ).toHaveLength(0);
});

test('without a password a temporary one is made, said once, and kept nowhere', async () => {
  const made = await create();
  const key = { 'Idempotency-Key': 'reset-1' };
  const { body } = await admin.post<User>(path(made.id, '/password'), {}, key);
  const temporary = body.temporaryPassword ?? '';
  expect(temporary).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  await signedIn(made.username, temporary);
  const again = await admin.post<User>(path(made.id, '/password'), {}, key);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toMatchObject({ id: made.id });
  expect(again.body.temporaryPassword).toBeUndefined();
  await signedIn(made.username, temporary);
  const second = await admin.post<User>(path(made.id, '/password'));
  expect(second.body.temporaryPassword).not.toBe(temporary);
  const kept = await network.database.rows<{ all: string }>(
    `select (select coalesce(string_agg(e::text, ' '), '') from admin_events e)
       || (select coalesce(string_agg(k::text, ' '), '') from idempotency_keys k) as all`,
  );
  expect(kept[0]?.all).not.toContain(temporary);
  expect((await events(made.id)).slice(1)).toEqual(
    Array.from({ length: 2 }, () => ({
      act: 'user.password',
      actor_id: idOf('admin'),
      changes: { temporary: [null, true] },
    })),
  );
});

test('other roles take effect at once; the same roles change nothing', async () => {
  const made = await create();
  const person = await signedIn(made.username);
  const socket = await listenTo(network.app.origin, { cookie: person.cookie() });
  expect((await admin.patch<User>(path(made.id, '/roles'), { roles: ['driver'] })).status).toBe(200);
  expect((await person.get('/api/user')).status).toBe(200);
  const { body } = await admin.patch<User>(path(made.id, '/roles'), { roles: ['driver', 'dispatcher'] });
  expect(body.roles).toEqual(['dispatcher', 'driver']);
  expect(await socket.closed).toBe(4401);
  expect((await person.get('/api/user')).status).toBe(401);
  expect((await (await signedIn(made.username)).get('/api/users')).status).toBe(200);
  const refused = await admin.patch<User>(path(made.id, '/roles'), { roles: [] });
  expect([refused.status, refused.body.error]).toEqual([422, 'User must have at least one role']);
  expect((await events(made.id)).map(({ act }) => act)).toEqual(['user.created', 'user.roles']);
});

test('dealerships are kept in their order, and shown to boards that are open', async () => {
  const made = await create();
  const board = await listenTo(network.app.origin, { cookie: admin.cookie() });
  const before = await admin.get('/api/map');
  const { status, body } = await admin.put<User>(path(made.id, '/dealerships'), {
    dealerships: ['Jeep', 'Buick'],
  });
  expect([status, body.dealerships]).toEqual([200, ['Jeep', 'Buick']]);
  await board.heard(({ type, taskId }) => type === 'TASK_UPDATED' && taskId === null);
  const after = await admin.get('/api/map', { 'if-none-match': before.headers.get('etag') ?? '' });
  expect(after.status).toBe(200);
  expect((await events(made.id)).at(-1)).toMatchObject({
    act: 'user.dealerships',
    changes: { dealerships: [[], ['Jeep', 'Buick']] },
  });
});

test('a deleted user is out at once, tokens included, and free is the username', async () => {
  const made = await create({ username: 'Reused.Name' });
  const person = await signedIn(made.username);
  const socket = await listenTo(network.app.origin, { cookie: person.cookie() });
  const token = await tokenOf(network.database, made.id);
  const bearer = { authorization: `Bearer ${token}` };
  expect((await visitor().get('/api/user', bearer)).status).toBe(200);
  expect(await admin.del(path(made.id))).toMatchObject({ status: 200, body: { id: made.id } });
  expect(await socket.closed).toBe(4401);
  expect((await person.get('/api/user')).status).toBe(401);
  expect((await visitor().get('/api/user', bearer)).status).toBe(401);
  expect(
    (await visitor().post('/api/login', { username: made.username, password: NEW_PASSWORD })).status,
  ).toBe(401);
  expect((await admin.del(path(made.id))).status).toBe(404);
  expect((await admin.patch(path(made.id, '/roles'), { roles: ['admin'] })).status).toBe(404);
  expect((await admin.post(path(made.id, '/password'), {})).status).toBe(404);
  expect((await admin.put(path(made.id, '/dealerships'), { dealerships: [] })).status).toBe(404);

  const listed = async (query: string) =>
    (await admin.get<User[]>(`/api/admin/users${query}`)).body.filter(({ id }) => id === made.id);
  expect(await listed('')).toEqual([]);
  expect(await listed('?deactivated=true')).toHaveLength(1);

  const next = await create({ username: 'reused.name' });
  const taken = await admin.post<User>(path(made.id, '/restore'));
  expect([taken.status, taken.body.error]).toEqual([409, 'This username is already taken']);
  const back = await admin.post<User>(path(made.id, '/restore'), { username: 'reused.name2' });
  expect(back.body).toMatchObject({ id: made.id, username: 'reused.name2', deactivatedAt: null });
  await signedIn('reused.name2');
  expect((await visitor().get('/api/user', bearer)).status).toBe(401);
  expect((await admin.post<User>(path(next.id, '/restore'))).body.error).toBe('This user is not deactivated');
});

test('nobody deletes themselves, and the last admin stays one', async () => {
  const self = await admin.del<User>(path(idOf('admin')));
  expect([self.status, self.body.error]).toEqual([409, "You can't delete yourself"]);
  const last = await admin.patch<User>(path(idOf('admin'), '/roles'), { roles: ['dispatcher'] });
  expect([last.status, last.body.error]).toEqual([409, "The last admin can't be demoted"]);
  const other = await create({ roles: ['admin'] });
  const deputy = await signedIn(other.username);
  expect((await deputy.patch(path(other.id, '/roles'), { roles: ['dispatcher'] })).status).toBe(200);
  expect((await admin.get('/api/admin/users')).status).toBe(200);
});

test.each(['demote', 'delete'] as const)(
  'when two admins %s each other at once, one remains',
  async (how) => {
    const people = await Promise.all([create({ roles: ['admin'] }), create({ roles: ['admin'] })]);
    const [a, b] = people;
    const [left, right] = await Promise.all(people.map(({ username }) => signedIn(username)));
    if (!left || !right) throw new Error('both are needed');
    await network.database.rows("update users set roles = '{dispatcher}' where id = $1", [idOf('admin')]);
    try {
      const strike = (by: Client, target: User) =>
        how === 'delete'
          ? by.del<User>(path(target.id))
          : by.patch<User>(path(target.id, '/roles'), { roles: ['driver'] });
      const answers = await Promise.all([strike(left, b), strike(right, a)]);
      const won = answers.filter(({ status }) => status === 200);
      const lost = answers.filter(({ status }) => status !== 200);
      expect([won.length, lost.length]).toEqual([1, 1]);
      expect([401, 403, 409]).toContain(lost[0]?.status);
      const admins = await network.database.rows(
        "select id from users where 'admin' = any(roles) and deactivated_at is null",
      );
      expect(admins).toHaveLength(1);
    } finally {
      await network.database.rows("update users set roles = '{admin}' where id = $1", [idOf('admin')]);
      await network.database.rows(
        "update users set roles = '{driver}' where username like 'person%' and 'admin' = any(roles)",
      );
    }
  },
);

test('the log is read by person and act, page by page', async () => {
  const made = await create();
  await admin.patch(path(made.id, '/roles'), { roles: ['dispatcher'] });
  await admin.del(path(made.id));
  type Line = { id: number; act: string; actor: { username: string } | null; target: { name: string } };
  const read = async (query: string) => (await admin.get<Line[]>(`/api/admin/events${query}`)).body;
  const [deleted, demoted] = await read('?limit=2');
  expect([deleted?.act, demoted?.act]).toEqual(['user.deleted', 'user.roles']);
  expect(deleted).toMatchObject({
    actor: { username: 'admin' },
    target: { id: String(made.id), name: `${made.name} (${made.username})` },
  });
  const [created] = await read(`?before=${String(demoted?.id)}&limit=1`);
  expect(created?.act).toBe('user.created');
  const file = await admin.get<string>(`/settings/audit.csv?act=user.deleted`);
  expect(file.headers.get('content-disposition')).toContain('audit-log.csv');
  const lines = file.body.trim().split('\r\n');
  expect(lines[0]).toBe('When (UTC),Who,Username,What,To,Changes');
  expect(lines[1]).toContain(`Ada Admin,admin,User deleted,${made.name} (${made.username})`);
  expect(lines.slice(1).every((each) => each.includes('User deleted'))).toBe(true);
  expect((await (await network.as('dispatcher')).get('/settings/audit.csv')).status).toBe(403);
  expect(new Set((await read('?act=user.roles')).map(({ act }) => act))).toEqual(new Set(['user.roles']));
  expect(await read(`?actorId=${String(idOf('driver'))}`)).toEqual([]);
  expect((await admin.get('/api/admin/events?act=nonsense')).status).toBe(422);
});
