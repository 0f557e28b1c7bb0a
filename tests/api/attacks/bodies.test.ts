/** Fields that nobody asked for, keys that are none, and lists without end, sent to every call that changes something. */
import { describe, expect, test } from 'vitest';
import { CALLS } from '../../support/calls';
import { delivery, make } from '../../support/factories';
import { submitForm } from '../../support/forms';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();
const admin = network.client('admin');

const WRITES = CALLS.filter(({ call }) => !call.startsWith('GET') && !call.endsWith('/logout'));
const unique = [...new Map(WRITES.map((each) => [each.call, each])).values()];

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
