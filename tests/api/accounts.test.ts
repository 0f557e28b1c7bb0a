/** Scripts read and change accounts. */
import { expect, test } from 'vitest';
import type { Account, AccountAddress } from '~/domain/network/accounts/schema';
import { make, pickup } from '../support/factories';
import { listenTo } from '../support/sockets';
import { useNetwork } from '../support/use-network';

type Failure = { error: string; fields?: Record<string, string[]>; current?: unknown; changes?: unknown[] };

const network = useNetwork();
const dispatcher = network.client('dispatcher');

const PLAZA = { address: '6300 Brookside Plaza', city: 'Kansas City', state: 'MO', zipCode: '64113' };

async function create(more: Record<string, unknown> = {}): Promise<Account> {
  const { status, body } = await dispatcher.post<Account>('/api/accounts', {
    name: 'Umber Collision',
    ...more,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}
const path = ({ id }: { id: number }) => `/api/accounts/${String(id)}`;
const addressesOf = async (account: Account) =>
  (await dispatcher.get<AccountAddress[]>(`${path(account)}/addresses`)).body;

test('with a street address, an account begins with that as its default; without, with none', async () => {
  const account = await create({ phone: '816-555-0140', accountType: 'shop', ...PLAZA });
  expect(account).toMatchObject({
    name: 'Umber Collision',
    phone: '816-555-0140',
    accountType: 'shop',
    version: 1,
  });
  expect(Date.parse(account.createdAt)).not.toBeNaN();
  expect(await addressesOf(account)).toMatchObject([
    {
      accountId: account.id,
      name: 'Main Office',
      isDefault: true,
      ...PLAZA,
      latitude: '39.0123',
      geoPrecision: 'approximate',
    },
  ]);
  const bare = await create({ name: ' Bare  Motors ' });
  expect(bare).toMatchObject({ name: 'Bare  Motors', phone: '', accountType: 'dealership' });
  expect(await addressesOf(bare)).toEqual([]);
  expect((await dispatcher.get<Account>(path(bare))).body).toEqual(bare);
});

test.each<[body: object, field: string, message: string]>([
  [{}, 'name', 'Name is required'],
  [{ name: '  ' }, 'name', 'Name is required'],
  [{ name: 'x'.repeat(201) }, 'name', 'Name must be at most 200 characters'],
  [{ name: 'A', phone: '555-0100' }, 'phone', 'Phone number must be at least 10 characters long'],
  [{ name: 'A', accountType: 'customer' }, 'accountType', 'Account type must be dealership, vendor or shop'],
  [{ name: 'A', accountType: '' }, 'accountType', 'Account type is required'],
  [{ name: 'A', city: 'Lenexa' }, 'address', 'Street address is required'],
  [{ name: 'A', colour: 'red' }, 'colour', 'Unknown field: colour'],
])('what can not be an account is refused and named: %#', async (body, field, message) => {
  const { status, body: refused } = await dispatcher.post<Failure>('/api/accounts', body);
  expect([status, refused.fields?.[field]?.[0]]).toEqual([422, message]);
});

test('any part is changed; what older clients send along is taken, and what makes no sense is not', async () => {
  const account = await create({ name: 'Sable Glass' });
  const all = {
    name: 'Sable Glass Co',
    phone: '816-555-0199',
    accountType: 'vendor',
    id: account.id,
    address: '',
  };
  expect(await dispatcher.patch(path(account), all)).toMatchObject({
    status: 200,
    body: { name: 'Sable Glass Co', phone: '816-555-0199', accountType: 'vendor', version: 2 },
  });
  const emptied = await dispatcher.patch<Account>(path(account), { phone: '' });
  expect(emptied.body).toMatchObject({ name: 'Sable Glass Co', phone: '', version: 3 });
  const same = await dispatcher.patch<Account>(path(account), { name: 'Sable Glass Co' });
  expect([same.status, same.body.version]).toEqual([200, 3]);
  const refusals = [
    { name: '' },
    { phone: '1' },
    { id: account.id + 1 },
    { address: '1 Elm St' },
    { version: 1 },
  ];
  for (const refused of refusals) expect((await dispatcher.patch(path(account), refused)).status).toBe(422);
});

test('a change that overlooks another is refused, with what was changed by whom', async () => {
  const account = await create({ name: 'Ochre Auto' });
  const tag = (await dispatcher.get(path(account))).headers.get('etag') ?? '';
  const colleague = await network.as('dispatcher2');
  await colleague.patch(path(account), { phone: '816-555-0111' }, { 'if-match': tag });
  const late = await dispatcher.patch<Failure>(path(account), { name: 'Ochre' }, { 'if-match': tag });
  expect(late).toMatchObject({
    status: 412,
    body: {
      error: 'Devon Dispatcher has changed this account in the meantime',
      current: { phone: '816-555-0111', version: 2 },
      changes: [{ by: 'Devon Dispatcher', action: 'updated', changes: { phone: ['', '816-555-0111'] } }],
    },
  });
});

test('a missing account is 404, an invalid id is 400, and a driver may not ask', async () => {
  const driver = await network.as('driver');
  const account = await create({ name: 'Closed Door' });
  for (const [method, where] of [
    ['GET', '/api/accounts/999999'],
    ['PATCH', '/api/accounts/999999'],
    ['DELETE', '/api/accounts/999999'],
    ['GET', '/api/accounts/999999/addresses'],
    ['POST', '/api/accounts/999999/addresses'],
  ] as const) {
    const body = where.endsWith('addresses') ? { name: 'A', address: '1 Elm St' } : {};
    const answer = await dispatcher.call(method, where, method === 'GET' ? {} : { body });
    expect([answer.status, answer.body.error]).toEqual([404, 'Account not found']);
    const forbidden = await driver.call(
      method,
      where.replace('999999', String(account.id)),
      method === 'GET' ? {} : { body },
    );
    expect(forbidden.status).toBe(403);
  }
  expect((await dispatcher.get('/api/accounts/abc')).status).toBe(400);
  expect((await dispatcher.call('PUT', path(account), { body: {} })).headers.get('allow')).toBe(
    'GET, PATCH, DELETE',
  );
});

test('a deleted account is gone from every list, and its name stays with the tasks that go there', async () => {
  const account = await create({ name: 'Vermilion Parts', ...PLAZA });
  const task = await make(
    dispatcher,
    pickup({ driver_id: network.ids.driver, destination_account_id: account.id }),
  );
  expect(await dispatcher.del(path(account))).toMatchObject({ status: 200, body: { id: account.id } });
  expect((await dispatcher.get(path(account))).status).toBe(404);
  expect((await dispatcher.del(path(account))).status).toBe(404);
  expect((await dispatcher.get<Account[]>('/api/accounts?search=vermilion')).body).toEqual([]);
  const all = await dispatcher.get<AccountAddress[]>('/api/account-addresses');
  expect(all.body.filter(({ accountId }) => accountId === account.id)).toEqual([]);
  expect((await dispatcher.get<string>('/dispatcher/drivers/' + String(network.ids.driver))).body).toContain(
    'Vermilion Parts',
  );
  const edited = await dispatcher.patch(`/api/tasks/${String(task.id)}`, { notes: 'still edited' });
  expect(edited).toMatchObject({ status: 200, body: { destination_account_id: account.id } });
  const another = await dispatcher.post<Failure>(
    '/api/tasks',
    pickup({ destination_account_id: account.id }),
  );
  expect([another.status, another.body.error]).toEqual([422, 'This account does not exist']);
});

test('a new name is told to open boards, and lists count as changed; a new phone number is neither', async () => {
  const account = await create({ name: 'Cobalt Repair' });
  const phone = await listenTo(network.app.origin, { cookie: (await network.as('driver')).cookie() });
  const tag = async () => (await dispatcher.get('/api/tasks')).headers.get('etag');
  const before = await tag();
  await dispatcher.patch(path(account), { phone: '816-555-0155' });
  expect(await tag()).toBe(before);
  await dispatcher.patch(path(account), { name: 'Cobalt Body' });
  expect(await tag()).not.toBe(before);
  await phone.heard(({ type, taskId }) => type === 'TASK_UPDATED' && taskId === null);
  phone.close();
});

test('lists go on where a page ended, in the same order as the whole', async () => {
  for (const name of ['Quill b', 'QUILL A', 'quill a', 'Quill C', 'Quilla'])
    await create({ name, accountType: 'vendor' });
  await create({ name: 'Quill shop', accountType: 'shop' });
  const whole = (await dispatcher.get<Account[]>('/api/accounts?search=quill&type=vendor')).body;
  expect(whole.map(({ name }) => name)).toEqual(['QUILL A', 'quill a', 'Quill b', 'Quill C', 'Quilla']);
  const paged: Account[] = [];
  for (let next: string | undefined = '/api/accounts?search=quill&type=vendor&limit=2'; next;) {
    const page: Awaited<ReturnType<typeof dispatcher.get<Account[]>>> = await dispatcher.get<Account[]>(next);
    paged.push(...page.body);
    next = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect(paged).toEqual(whole);
  expect((await dispatcher.get('/api/accounts?limit=2&cursor=nonsense')).status).toBe(422);
});

test('the same request with the same key makes one account', async () => {
  const key = { 'Idempotency-Key': 'make-teal' };
  const body = { name: 'Teal Tire', ...PLAZA };
  const [first, again] = await Promise.all([
    dispatcher.post<Account>('/api/accounts', body, key),
    dispatcher.post<Account>('/api/accounts', body, key),
  ]);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(first.body.id).toBe(again.body.id);
  expect((await dispatcher.get<Account[]>('/api/accounts?search=teal')).body).toHaveLength(1);
});
