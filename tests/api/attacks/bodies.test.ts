/** Fields that nobody asked for, keys that are none, and lists without end, sent to every call that changes something. */
import { describe, expect, test } from 'vitest';
import { CALLS } from '../../support/calls';
import { delivery, make } from '../../support/factories';
import { submitForm } from '../../support/forms';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();
const admin = network.client('admin');

const WRITES = CALLS.filter(({ call }) => !call.startsWith('GET') && !call.endsWith('/logout'));
// Here everything is set up: that call looks at nothing that is sent.
const unique = [...new Map(WRITES.map((each) => [each.call, each])).values()].filter(
  ({ call }) => call !== 'POST /api/setup',
);

/** What no call takes from anybody; validation comes before anything is looked for, so any id will do. */
const PRIVILEGED = {
  id: 1,
  version: 999,
  archived: true,
  passwordHash: 'x',
  password_hash: 'x',
  user_id: 1,
  userId: 1,
  ownerId: 1,
  isAdmin: true,
  deactivated_at: null,
  deactivatedAt: null,
  order_index: 0,
  completed_at: '2026-01-01T00:00:00Z',
  attempts: 0,
};
const filled = (text: string) => text.replaceAll(/\{\w+\}/g, '1');

describe.each(unique.map((each) => [each.call, each] as const))('%s', (call, { body }) => {
  const [method = '', path = ''] = filled(call).split(' ');
  const sent = (body === undefined ? {} : JSON.parse(filled(JSON.stringify(body)))) as object;

  test('refuses and names every field that is not its own', async () => {
    const answer = await admin.call<{ fields?: Record<string, unknown> }>(method, path, {
      body: { ...sent, ...PRIVILEGED },
    });
    expect(answer.status).toBe(422);
    const named = Object.keys(answer.body.fields ?? {});
    // Older clients send the whole account; its id is taken and ignored.
    const ignored = call.startsWith('PATCH /api/accounts/') ? ['id'] : [];
    expect(Object.keys(PRIVILEGED).filter((field) => !named.includes(field))).toEqual(ignored);
  });

  test('a prototype is no field', async () => {
    for (const evil of [
      '"__proto__":{"roles":["admin"]}',
      '"constructor":{"prototype":{"roles":["admin"]}}',
    ]) {
      const text = `{${[JSON.stringify(sent).slice(1, -1), evil].filter(Boolean).join(',')}}`;
      const answer = await admin.call(method, path, { body: text });
      expect(answer.status).toBe(422);
    }
  });

  test('a list of half a million is not looked at', async () => {
    const body = `{"taskIds":[${'0,'.repeat(30_000)}0]}`;
    const answer = await admin.call(method, path, { body });
    expect([answer.status, answer.body.error]).toEqual([422, 'A list has at most 5,000 entries']);
  });
});

test('a second set-up is refused before its body is read', async () => {
  for (const body of ['{"network":', `{"taskIds":[${'0,'.repeat(30_000)}0]}`, '{}'])
    expect((await admin.post('/api/setup', body)).status).toBe(409);
});

test('thousands of faults are not described: the first twenty are', async () => {
  const told = async (path: string, body: unknown) => {
    const answer = await admin.post<{ fields: Record<string, unknown> }>(path, JSON.stringify(body));
    expect(answer.status).toBe(422);
    return Object.keys(answer.body.fields).length;
  };
  const many = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);
  expect(await told('/api/tasks/batch/status', { status: 'pending', taskIds: many(900, 'x') })).toBe(20);
  expect(await told('/api/positions', { positions: many(290, { a: 1 }) })).toBeLessThanOrEqual(20);
  expect(await told('/api/positions', { positions: many(4_900, {}) })).toBeLessThanOrEqual(20);
  expect(await told('/api/tasks', Object.fromEntries(many(90, 0).map((_, n) => [`k${String(n)}`, 1])))).toBe(
    20,
  );
});

test('objects with very many fields, and deep ones, are refused before a schema looks at them', async () => {
  const fields = Array.from({ length: 5_000 }, (_, n) => `"k${String(n)}":1`).join();
  const wide = await admin.post('/api/tasks', `{${fields}}`);
  expect([wide.status, wide.body.error]).toEqual([422, 'An object has at most 100 fields']);
  const deep = await admin.post('/api/tasks', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
  expect([deep.status, deep.body.error]).toEqual([422, 'The body is nested too deeply']);
});

test('the largest batch that the gate lets in is refused at once as well', async () => {
  const body = `{"status":"pending","taskIds":[${'0,'.repeat(600_000)}0]}`;
  const answer = await admin.post('/api/tasks/batch/status', body);
  expect([answer.status, answer.body.error]).toEqual([422, 'A list has at most 5,000 entries']);
});

test('a page takes from a form what it has fields for: nobody makes themselves an admin', async () => {
  const driver = await network.as('driver');
  const more = { roles: 'admin', id: String(network.ids.admin), username: 'root', deactivatedAt: '' };
  await submitForm(driver, '/settings', {
    intent: 'saveProfile',
    name: 'Alma',
    email: '',
    phone: '',
    ...more,
  });
  const [row] = await network.database.rows<{ username: string; roles: string[] }>(
    'select username, roles from users where id = $1',
    [network.ids.driver],
  );
  expect(row).toEqual({ username: 'driver', roles: ['driver'] });
  const form = {
    intent: 'register',
    username: 'newcomer',
    password: 'long-enough',
    name: 'New',
    roles: 'admin',
  };
  await submitForm(await network.as('driver2'), '/auth', form);
  const roles = await network.database.rows("select roles from users where username = 'newcomer'");
  expect(roles).toEqual([{ roles: ['driver'] }]);
});

test('a driver may send none of what a dispatcher may', async () => {
  const driver = await network.as('driver');
  const own = await make(await network.as('dispatcher'), delivery({ driver_id: network.ids.driver }));
  for (const field of [
    { driver_id: network.ids.driver2 },
    { location: 'Elsewhere' },
    { notes: 'Mine' },
    { priority: 'urgent' },
    { need_by: '2026-12-01T00:00:00Z' },
    { latitude: '1' },
    { invoice_number: 'X' },
  ]) {
    const { status } = await driver.patch(`/api/tasks/${String(own.id)}`, { status: 'pending', ...field });
    expect([field, status]).toEqual([field, 403]);
  }
  const { body } = await driver.get<{ version: number }>(`/api/tasks/${String(own.id)}`);
  expect(body.version).toBe(own.version);
});
