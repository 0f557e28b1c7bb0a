/** An account always has exactly one default address, and its addresses get coordinates. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account, AccountAddress } from '~/domain/network/accounts/schema';
import type { Client } from '../support/client';
import { KEY, startGoogle, type Provider } from '../support/geocoders';
import { startNetwork, type Network } from '../support/network';

type Failure = { error: string; fields?: Record<string, string[]>; changes?: unknown[] };

const DOOR = { lat: 39.0153, lng: -94.5899 };
const EXACT = { latitude: '39.0153', longitude: '-94.5899', geoPrecision: 'exact' };
const NOWHERE = { latitude: null, longitude: null, geoPrecision: null };

let google: Provider;
let network: Network;
let dispatcher: Client;

beforeAll(async () => {
  google = await startGoogle();
  network = await startNetwork({
    GOOGLE_MAPS_SERVER_KEY: KEY,
    GOOGLE_MAPS_SERVER_URL: google.url,
    GEOCODE_RETRY_SECONDS: '0.2',
  });
  dispatcher = await network.as('dispatcher');
});
afterAll(async () => {
  await network.close();
  await google.close();
});

let houses = 100;
/** Returns a street that no other test uses. */
const newStreet = () => {
  houses += 1;
  return { address: `${String(houses)} Elm St`, city: 'Kansas City', state: 'MO', zipCode: '64113' };
};

async function newAccount(...names: string[]): Promise<{ account: Account; addresses: AccountAddress[] }> {
  const { body: account } = await dispatcher.post<Account>('/api/accounts', { name: 'Umber Collision' });
  for (const name of names) await add(account, { name });
  return { account, addresses: await list(account) };
}
const listPath = ({ id }: Account) => `/api/accounts/${String(id)}/addresses`;
const path = (address: AccountAddress | undefined) => `/api/account-addresses/${String(address?.id)}`;
const list = async (account: Account) => (await dispatcher.get<AccountAddress[]>(listPath(account))).body;
const add = (account: Account, more: object = {}) =>
  dispatcher.post<AccountAddress>(listPath(account), { name: 'Dock', ...newStreet(), ...more });
/** Lists the names in the order of the list and marks the default with *. */
const namesOf = (addresses: AccountAddress[]) =>
  addresses.map(({ name, isDefault }) => (isDefault ? `${name}*` : name));

test('the first address is the default; a further one when it says so', async () => {
  const { account } = await newAccount();
  const first = await add(account, { name: 'Warehouse', accountId: account.id, isDefault: false });
  expect(first).toMatchObject({
    status: 201,
    body: { name: 'Warehouse', isDefault: true, accountId: account.id },
  });
  await add(account, { name: 'annex' });
  await add(account, { name: 'Body Shop' });
  expect(namesOf(await list(account))).toEqual(['Warehouse*', 'annex', 'Body Shop']);
  expect((await add(account, { name: 'Counter', isDefault: true })).body.isDefault).toBe(true);
  expect(namesOf(await list(account))).toEqual(['Counter*', 'annex', 'Body Shop', 'Warehouse']);
  const all = (await dispatcher.get<AccountAddress[]>('/api/account-addresses')).body;
  expect(namesOf(all.filter(({ accountId }) => accountId === account.id))).toHaveLength(4);
});

test('setting another default moves it; setting it again is no error; taking it away is', async () => {
  const { account, addresses } = await newAccount('A', 'B');
  const [a, b] = addresses;
  expect(await dispatcher.post(`${path(b)}/set-default`)).toMatchObject({
    status: 200,
    body: { name: 'B', isDefault: true },
  });
  expect((await dispatcher.post(`${path(b)}/set-default`, {})).status).toBe(200);
  expect(namesOf(await list(account))).toEqual(['B*', 'A']);
  expect((await dispatcher.patch(path(a), { isDefault: true })).status).toBe(200);
  expect(namesOf(await list(account))).toEqual(['A*', 'B']);
  const taken = await dispatcher.patch<Failure>(path(a), { isDefault: false });
  expect([taken.status, taken.body.error]).toEqual([
    409,
    'An account needs a default address. Set another address as default instead',
  ]);
  expect((await dispatcher.patch(path(b), { isDefault: false })).status).toBe(200);
});

test('deleting the default hands it to the first by name; the last address stays', async () => {
  const { account, addresses } = await newAccount('Middle', 'zebra', 'Alpha');
  const [middle, alpha, zebra] = addresses;
  expect((await dispatcher.del(path(middle))).body).toEqual({ id: middle?.id });
  expect(namesOf(await list(account))).toEqual(['Alpha*', 'zebra']);
  await dispatcher.del(path(zebra));
  const last = await dispatcher.del<Failure>(path(alpha));
  expect([last.status, last.body.error]).toEqual([409, 'Cannot delete the only address']);
  expect((await dispatcher.del(path(zebra))).body.error).toBe('Address not found');
});

test.each<[body: object, field: string, message: string]>([
  [{ address: '1 Elm St' }, 'name', 'Address name is required'],
  [{ name: 'Dock' }, 'address', 'Street address is required'],
  [{ name: ' ', address: ' ' }, 'address', 'Street address is required'],
  [
    { name: 'Dock', address: '1 Elm St', accountId: 'x' },
    'accountId',
    'Invalid account ID. Please refresh and try again.',
  ],
  [
    { name: 'Dock', address: '1 Elm St', accountId: 999_999 },
    'accountId',
    'Invalid account ID. Please refresh and try again.',
  ],
  [{ name: 'Dock', address: '1 Elm St', floor: 2 }, 'floor', 'Unknown field: floor'],
  [{ name: 'Dock', address: '1 Elm St', isDefault: 'yes' }, 'isDefault', 'isDefault must be true or false'],
])('what can not be an address is refused and named: %#', async (body, field, message) => {
  const { account, addresses } = await newAccount('A');
  const added = await dispatcher.post<Failure>(listPath(account), body);
  expect([added.status, added.body.fields?.[field]?.[0]]).toEqual([422, message]);
  const blanked = await dispatcher.patch<Failure>(path(addresses[0]), { name: '' });
  expect([blanked.status, blanked.body.error]).toEqual([422, 'Address name is required']);
});

test('concurrent changes of one account end with exactly one default', async () => {
  const { account, addresses } = await newAccount('A', 'B', 'C', 'D', 'E', 'F');
  const colleague = await network.as('dispatcher2');
  const work = addresses.flatMap((address, index) => [
    dispatcher.post(`${path(address)}/set-default`),
    colleague.patch(path(address), { isDefault: true }),
    ...(index % 2 === 0 ? [colleague.del(path(address))] : []),
    add(account, { name: `New ${String(index)}`, isDefault: index % 3 === 0 }),
  ]);
  const statuses = new Set((await Promise.all(work)).map(({ status }) => status));
  expect([...statuses].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  const left = await list(account);
  expect(left).toHaveLength(9);
  expect(left.filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

test('when two addresses are deleted at once, the last one stays', async () => {
  const { account, addresses } = await newAccount('A', 'B');
  const answers = await Promise.all(addresses.map((address) => dispatcher.del(path(address))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(namesOf(await list(account))).toHaveLength(1);
});

test('the database itself lets no account have two defaults, or addresses and none', async () => {
  const { account, addresses } = await newAccount('A', 'B');
  const sql = (text: string, ...values: unknown[]) => network.database.rows(text, values);
  await expect(
    sql('update account_addresses set is_default = true where account_id = $1', account.id),
  ).rejects.toThrow(/one_default/);
  await expect(
    sql('update account_addresses set is_default = false where account_id = $1', account.id),
  ).rejects.toThrow(/no default/);
  await expect(sql('delete from account_addresses where id = $1', addresses[0]?.id)).rejects.toThrow(
    /no default/,
  );
  const { account: bare } = await newAccount();
  await expect(
    sql("insert into account_addresses (account_id, name, address) values ($1, 'A', '1 Elm St')", bare.id),
  ).rejects.toThrow(/no default/);
  await sql('delete from accounts where id = $1', account.id);
});

test('an address that the provider knows has its coordinates at once; another street is looked up, another name is not', async () => {
  const { account } = await newAccount();
  const street = newStreet();
  google.answer(street.address, { kind: 'found', at: DOOR });
  const { body: address } = await add(account, street);
  expect(address).toMatchObject(EXACT);
  const renamed = await dispatcher.patch<AccountAddress>(path(address), { name: 'Back door' });
  expect(renamed.body).toMatchObject({ name: 'Back door', ...EXACT, version: 2 });
  const next = newStreet();
  google.answer(next.address, { kind: 'found', at: { lat: 39.1, lng: -94.6 } });
  const moved = await dispatcher.patch<AccountAddress>(path(address), { address: next.address });
  expect(moved.body).toMatchObject({ ...next, latitude: '39.1', longitude: '-94.6', geoPrecision: 'exact' });
});

test('looking up again asks anew, and its own coordinates are no witness', async () => {
  const { account } = await newAccount();
  const street = newStreet();
  google.answer(street.address, { kind: 'found', at: DOOR });
  const { body: address } = await add(account, street);
  await network.database.rows('delete from geocodes');
  const again = await dispatcher.patch<AccountAddress>(path(address), { latitude: null, longitude: null });
  expect(again).toMatchObject({ status: 200, body: EXACT });
  expect(google.requests.filter((address) => address.startsWith(street.address))).toHaveLength(2);
  const renamed = await dispatcher.patch(path(address), { name: 'Gate' }, { 'if-match': '"1"' });
  expect(renamed.status).toBe(200);
  const given = await dispatcher.patch<Failure>(path(address), { latitude: 39, longitude: -94 });
  expect(given.body.fields).toHaveProperty('latitude');
});

test('a slow provider leaves the coordinates open; they come later, to the address as well @long', async () => {
  const { account } = await newAccount();
  const street = newStreet();
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  google.answer(street.address, { kind: 'slow', until: opened, then: { kind: 'found', at: DOOR } });
  const { body: address } = await add(account, street);
  expect(address).toMatchObject(NOWHERE);
  open();
  await expect.poll(async () => (await list(account))[0]).toMatchObject(EXACT);
});

test('two people change one address: the later is told what the other did', async () => {
  const { addresses } = await newAccount('A');
  const [address] = addresses;
  const colleague = await network.as('dispatcher2');
  await colleague.patch(path(address), { name: 'Dock 2' }, { 'if-match': '"1"' });
  const late = await dispatcher.patch<Failure>(path(address), { city: 'Lenexa' }, { 'if-match': '"1"' });
  expect(late).toMatchObject({
    status: 412,
    body: {
      error: 'Devon Dispatcher has changed this address in the meantime',
      changes: [{ changes: { name: ['A', 'Dock 2'] } }],
    },
  });
});
