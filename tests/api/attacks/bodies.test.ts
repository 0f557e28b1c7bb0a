/** Every call that changes something is sent unknown fields, invalid keys and very long lists. */
import { beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '../../support/calls';
import { delivery, make } from '../../support/factories';
import { submitForm } from '../../support/forms';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();
const admin = network.client('admin');

type Operations = Record<string, { requestBody?: object }>;
let described: Map<string, Operations>;
beforeAll(async () => {
  const { body } = await admin.get<{ paths: Record<string, Operations> }>('/api/openapi.json');
  described = new Map(
    Object.entries(body.paths).map(([path, operations]) => [
      path.replaceAll(/\{\w+\}|\d+/g, '{}'),
      operations,
    ]),
  );
});

const WRITES = CALLS.filter(({ call }) => !call.startsWith('GET') && !call.endsWith('/logout'));
// The network is set up already, so this call does not read its body.
const unique = [...new Map(WRITES.map((each) => [each.call, each])).values()].filter(
  ({ call }) => call !== 'POST /api/setup',
);

/** No call accepts these fields from anybody. Validation comes before any lookup, so any id will do. */
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
    // Older clients send the whole account. Its id is accepted and ignored.
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
    const answer = await admin.call<{ fields: object }>(method, path, { body });
    // A call without lists refuses more than a hundred entries.
    const most = Math.max(100, ...listsOf(call)).toLocaleString('en-US');
    const message = `A list has at most ${most} entries`;
    expect([answer.status, answer.body]).toEqual([
      422,
      { error: message, code: 'listTooLong', fields: { taskIds: [message] } },
    ]);
  });
});

/** Returns how long the lists in a call's body may be, by the published description. */
function listsOf(call: string): number[] {
  const [method = '', path = ''] = call.split(' ');
  const operations = described.get(path.replaceAll(/\{\w+\}|\d+/g, '{}')) ?? {};
  const text = JSON.stringify(operations[method.toLowerCase()]?.requestBody ?? null);
  return [...text.matchAll(/"maxItems":(\d+)/g)].map(([, most]) => Number(most));
}

test('a second set-up is refused before its body is read', async () => {
  for (const body of ['{"network":', `{"taskIds":[${'0,'.repeat(30_000)}0]}`, '{}'])
    expect((await admin.post('/api/setup', body)).status).toBe(409);
});

test('thousands of faults are not described: the first twenty are', async () => {
  const countOfErrors = async (path: string, body: unknown) => {
    const answer = await admin.post<{ fields: Record<string, unknown> }>(path, JSON.stringify(body));
    expect(answer.status).toBe(422);
    return Object.keys(answer.body.fields).length;
  };
  const many = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);
  expect(await countOfErrors('/api/tasks/batch/status', { status: 'pending', taskIds: many(900, 'x') })).toBe(
    20,
  );
  expect(await countOfErrors('/api/positions', { positions: many(290, { a: 1 }) })).toBeLessThanOrEqual(20);
  expect(
    await countOfErrors('/api/tasks', Object.fromEntries(many(90, 0).map((_, n) => [`k${String(n)}`, 1]))),
  ).toBe(20);
});

test('more than a call takes is refused before it is parsed: names, fields, depth, and lists', async () => {
  const refusal = async (path: string, body: string) => {
    const answer = await admin.post<{ error: string; fields: Record<string, string[]> }>(path, body);
    expect(answer.status).toBe(422);
    return { error: answer.body.error, fields: Object.keys(answer.body.fields) };
  };
  // The JSON is cut short: a server that parsed it would answer that it is no JSON.
  const names = Array.from({ length: 5_000 }, (_, n) => `"k${String(n)}":1`).join();
  const unknown = await refusal('/api/tasks', `{${names}`);
  expect(unknown.error).toBe('Unknown field: k0');
  expect(unknown.fields).toEqual(Array.from({ length: 20 }, (_, n) => `k${String(n)}`));
  // Each object has one other name, so none of them has many.
  const spread = Array.from({ length: 30 }, (_, n) => `{"k${String(n)}":1}`).join();
  expect((await refusal('/api/positions', `{"positions":[${spread}`)).fields).toHaveLength(20);
  expect(await refusal('/api/tasks/batch/archive', `{${'"taskIds":[1],'.repeat(100)}`)).toEqual({
    error: 'An object has at most 21 fields',
    fields: ['taskIds'],
  });
  expect(await refusal('/api/tasks', `{"notes":${'['.repeat(20_000)}`)).toEqual({
    error: 'The body is nested too deeply',
    fields: ['notes'],
  });
  expect(await refusal('/api/positions', `{"positions":[${'{},'.repeat(4_900)}`)).toEqual({
    error: 'A list has at most 300 entries',
    fields: ['positions'],
  });
  // One id too many is refused with the call's own message.
  const tasks = JSON.stringify({ taskIds: Array.from({ length: 1_001 }, (_, n) => n + 1) });
  expect((await refusal('/api/tasks/batch/archive', tasks)).error).toBe('At most 1000 tasks at once');
});

test('texts are no structure: brackets, commas and quotation marks in them count for nothing', async () => {
  const notes = '{"[,'.repeat(120) + '\\"\\'.repeat(3);
  const task = await make(admin, delivery({ notes }));
  expect(task.notes).toBe(notes);
});

test('a body is UTF-8, and may say so with a mark of its own', async () => {
  const sent = (beginning: Buffer) =>
    admin.post('/api/tasks', Buffer.concat([beginning, Buffer.from(JSON.stringify(delivery()))]));
  expect((await sent(Buffer.from('\uFEFF'))).status).toBe(201);
  expect((await sent(Buffer.from([0xff, 0xfe]))).status).toBe(400);
});

test('the largest batch that the gate lets in is refused at once as well', async () => {
  const body = `{"status":"pending","taskIds":[${'0,'.repeat(600_000)}0]}`;
  const answer = await admin.post('/api/tasks/batch/status', body);
  expect([answer.status, answer.body.error]).toEqual([422, 'A list has at most 1,000 entries']);
});

test('a page takes from a form what it has fields for: nobody makes themselves an admin', async () => {
  const driver = await network.as('driver');
  const more = { roles: 'admin', id: String(network.ids.admin), username: 'root', deactivatedAt: '' };
  await submitForm(driver, '/settings?index', {
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
