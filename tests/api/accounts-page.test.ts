/** A browser without JavaScript uses the accounts page and the address manager. */
import { beforeAll, expect, test } from 'vitest';
import type { Account, AccountAddress } from '~/domain/network/accounts/schema';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');

beforeAll(async () => {
  await network.database.rows(
    `with made as (
       insert into accounts (name, account_type, phone)
       select 'Bulk ' || lpad(i::text, 3, '0'), (array['vendor', 'shop'])[1 + i % 2], '816-555-0100' from generate_series(1, 120) i
       returning id, name)
     insert into account_addresses (account_id, name, address, city, state, zip_code, is_default)
     select id, 'Main', name || ' Elm St', 'Lenexa', 'KS', '66215', true from made`,
  );
});

const html = async (path: string) => (await dispatcher.get<string>(path)).body.replaceAll('<!-- -->', '');
const namesIn = (page: string) =>
  [...page.matchAll(/<th scope="row"[^>]*>([^<]*)</g)].map(([, name]) => name);

async function create(name: string, more: object = {}): Promise<Account> {
  return (await dispatcher.post<Account>('/api/accounts', { name, ...more })).body;
}
const ELM = { address: '1 Elm St', city: 'Lenexa', state: 'KS', zipCode: '66215' };
const addressesOf = async ({ id }: Account) =>
  (await dispatcher.get<AccountAddress[]>(`/api/accounts/${String(id)}/addresses`)).body;

test('pages of fifty by name, either way; search, type and order go together', async () => {
  const first = await html('/accounts?q=bulk');
  expect(namesIn(first)).toHaveLength(50);
  expect(namesIn(first)[0]).toBe('Bulk 001');
  expect(first).toContain('Showing 1–50 of 120');
  expect(first).toContain('Bulk 001 Elm St, Lenexa, KS');
  const last = await html('/accounts?q=BULK&page=3');
  expect(namesIn(last)[19]).toBe('Bulk 120');
  expect(last).toContain('Showing 101–120 of 120');
  expect(await html('/accounts?q=bulk&page=99')).toContain('Showing 101–120 of 120');
  const shops = await html('/accounts?q=bulk%2012&sort=desc&type=vendor');
  expect(namesIn(shops)).toEqual(['Bulk 120']);
  expect(namesIn(await html('/accounts?q=bulk%2000&sort=desc'))[0]).toBe('Bulk 009');
  expect(shops).toContain('href="/accounts/new?q=bulk+12&amp;type=vendor&amp;sort=desc"');
});

test('the summary counts all accounts by type, whatever is looked for', async () => {
  const [counts] = await network.database.rows<{ all: string; shops: string }>(
    "select count(*) as all, count(*) filter (where account_type = 'shop') as shops from accounts where deleted_at is null",
  );
  const page = await html('/accounts?q=zzz');
  expect(page).toContain(`<b>${counts?.all ?? ''}</b><span>Total Accounts</span>`);
  expect(page).toContain(`<b>${counts?.shops ?? ''}</b><span>Service Shops</span>`);
  expect(page).toContain('No accounts found matching &quot;zzz&quot;');
  expect(page).toContain('Clear search');
});

test('the export has what is looked for, all of it, and nothing in it runs', async () => {
  await create('=HYPERLINK("http://evil.example")', { phone: '+1 816 555 0100' });
  const evil = await dispatcher.get<string>('/accounts/export.csv?q=%3Dhyper');
  expect(evil.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(evil.headers.get('content-disposition')).toBe('attachment; filename="accounts.csv"');
  expect(evil.body).toContain(
    `"'=HYPERLINK(""http://evil.example"")",,,,,"'+1 816 555 0100",Dealership,,,\r\n`,
  );
  const { body } = await dispatcher.get<string>('/accounts/export.csv?q=bulk&type=shop&sort=desc&page=2');
  const lines = body.trimEnd().split('\r\n');
  expect(lines[0]).toContain('Company Name,Address,City,State,ZIP,Phone,Type');
  expect(lines).toHaveLength(61);
  expect(lines[1]).toBe('Bulk 119,Bulk 119 Elm St,Lenexa,KS,66215,816-555-0100,Service Shop,,,');
  const driver = await network.as('driver');
  expect((await driver.get('/accounts/export.csv')).status).toBe(403);
});

test('an account is added, changed and deleted by forms; the view stays', async () => {
  const view = '?q=umb&type=vendor';
  const wrong = await submitForm(dispatcher, `/accounts/new${view}`, {
    intent: 'create',
    name: '',
    phone: '12345',
    accountType: 'vendor',
    city: 'Lenexa',
  });
  expect(wrong.status).toBe(422);
  for (const said of [
    'Name is required',
    'Phone number must be at least 10 characters long',
    'value="Lenexa"',
  ])
    expect(wrong.body).toContain(said);
  const made = await submitForm(dispatcher, `/accounts/new${view}`, {
    intent: 'create',
    name: 'Umber Glass',
    phone: '',
    accountType: 'vendor',
    ...ELM,
  });
  expect([made.status, made.location, made.toast]).toMatchObject([
    302,
    '/accounts?q=umb&type=vendor',
    { title: 'Account created' },
  ]);
  const [account] = (await dispatcher.get<Account[]>('/api/accounts?search=umber%20glass')).body;
  const path = `/accounts/${String(account?.id)}`;
  const saved = await submitForm(dispatcher, `${path}/edit${view}`, {
    intent: 'save',
    version: 1,
    name: 'Umber Glass Co',
    phone: '816-555-0133',
    accountType: 'vendor',
  });
  expect([saved.location, saved.toast?.title]).toEqual(['/accounts?q=umb&type=vendor', 'Account updated']);
  expect(await html(`${path}/delete${view}`)).toContain(
    'Are you sure you want to delete &quot;Umber Glass Co&quot;? This action cannot be undone.',
  );
  const gone = await submitForm(dispatcher, `${path}/delete${view}`, { intent: 'delete' });
  expect([gone.location, gone.toast?.title]).toEqual(['/accounts?q=umb&type=vendor', 'Account deleted']);
  expect(namesIn(await html('/accounts?q=umber'))).toEqual([]);
});

test('the confirmation says which tasks go there', async () => {
  const { id } = await create('Madder Motors');
  await network.database.rows(
    `insert into tasks (type, location, part_numbers, destination_account_id, status, completed_at, archived)
     values ('pickup', 'A', '1', $1, 'pending', null, false), ('pickup', 'B', '2', $1, 'completed', now(), true)`,
    [id],
  );
  expect(await html(`/accounts/${String(id)}/delete`)).toContain(
    'It is the destination of 1 open and 1 archived tasks, which will still show its name.',
  );
});

test('the confirmation counts open tasks at its addresses, however they are spelled', async () => {
  const { id } = await create('Ochre Motors', {
    address: '77 Ochre St',
    city: 'Kansas City',
    state: 'MO',
    zipCode: '64113',
  });
  const said = async () => await html(`/accounts/${String(id)}/delete`);
  expect(await said()).not.toContain('at its addresses');
  await network.database.rows(
    `insert into tasks (type, location, address, invoice_number, status, completed_at, archived, destination_account_id)
     values ('delivery', 'A', '77 OCHRE ST., Kansas City MO 64113', '1', 'pending', null, false, null),
       ('delivery', 'B', '77 Ochre St, Ste 4, Kansas City, MO 64113', '2', 'hold', null, false, null),
       ('delivery', 'C', '78 Ochre St, Kansas City, MO 64113', '3', 'pending', null, false, null),
       ('delivery', 'D', '77 Ochre St, Kansas City, MO 64113', '4', 'completed', now(), true, null),
       ('pickup', 'E', '77 Ochre St, Kansas City, MO 64113', '', 'pending', null, false, $1)`,
    [id],
  );
  const both = await said();
  expect(both).toContain('It is the destination of 1 open task, which will still show its name.');
  expect(both).toContain('2 open tasks go to its addresses and will not change.');
});

test('a form that was overtaken is merged: theirs where only they changed, a choice where both did', async () => {
  const account = await create('Sienna Parts');
  const colleague = await network.as('dispatcher2');
  await colleague.patch(`/api/accounts/${String(account.id)}`, {
    name: 'Sienna East',
    phone: '816-555-0177',
  });
  const form = { intent: 'save', version: 1, name: 'Sienna West', phone: '', accountType: 'dealership' };
  const path = `/accounts/${String(account.id)}/edit`;
  const late = await submitForm(dispatcher, path, form);
  expect(late.status).toBe(409);
  for (const said of [
    'This account has changed since you opened it',
    'Keep mine: <b>Sienna West',
    'Use theirs: <b>Sienna East',
  ])
    expect(late.body.replaceAll('<!-- -->', '')).toContain(said);
  expect(late.body).toMatch(/name="phone"[^>]*value="816-555-0177"/);
  const settled = await submitForm(dispatcher, path, {
    ...form,
    version: 2,
    phone: '816-555-0177',
    merge_name: 'theirs',
    theirs_name: 'Sienna East',
  });
  expect(settled.toast?.title).toBe('Account updated');
  const { body } = await dispatcher.get<Account>(`/api/accounts/${String(account.id)}`);
  expect(body).toMatchObject({ name: 'Sienna East', phone: '816-555-0177' });
});

test('addresses are managed by forms, with the words of the specification', async () => {
  const account = await create('Russet Repair');
  const path = `/accounts/${String(account.id)}/addresses`;
  expect(await html('/accounts?q=russet')).toContain('No address');
  const empty = await html(path);
  for (const said of [
    'Manage Addresses: Russet Repair',
    'Delivery Addresses',
    'No delivery addresses found for this account.',
    'Add First Address',
  ])
    expect(empty).toContain(said);
  const wrong = await submitForm(dispatcher, `${path}?add=1`, { intent: 'addAddress', city: 'Lenexa' });
  expect(wrong.status).toBe(422);
  for (const said of [
    'Address name is required',
    'Street address is required',
    'value="Lenexa"',
    'placeholder="E.g., Main Office, Warehouse"',
    'Set as default address',
  ])
    expect(wrong.body).toContain(said);
  const added = await submitForm(dispatcher, `${path}?add=1&q=rus`, {
    intent: 'addAddress',
    name: 'Dock',
    ...ELM,
  });
  expect([added.location, added.toast?.title]).toEqual([`${path}?q=rus`, 'Address added']);
  await submitForm(dispatcher, `${path}?add=1`, {
    intent: 'addAddress',
    name: 'Annex',
    ...ELM,
    isDefault: 'on',
  });
  const [annex, dock] = await addressesOf(account);
  expect([annex?.name, annex?.isDefault, dock?.name]).toEqual(['Annex', true, 'Dock']);
  const page = await html(path);
  expect(page).toContain('>Addresses<');
  expect(page).toContain('1 Elm St, Lenexa, KS 66215');
  // Only the address that is not the default one offers this.
  expect(page.match(/Set as Default: \w+/g)).toEqual(['Set as Default: Dock']);
  expect(page).toContain('Approximate location');
  const addressId = dock?.id ?? 0;
  const edited = await submitForm(dispatcher, `${path}?edit=${String(addressId)}`, {
    intent: 'editAddress',
    addressId,
    version: 1,
    name: 'Back Dock',
    ...ELM,
  });
  expect([edited.location, edited.toast?.title]).toEqual([path, 'Address updated']);
  const set = await submitForm(dispatcher, path, { intent: 'setDefaultAddress', addressId });
  expect(set.toast?.title).toBe('Default address updated');
  const geolocated = await submitForm(dispatcher, `${path}?edit=${String(addressId)}`, {
    intent: 'geolocateAddress',
    addressId,
    name: 'Back Dock',
    version: 2,
    ...ELM,
  });
  expect(geolocated.toast).toMatchObject({
    title: 'Address geolocated',
    description: 'Address location has been successfully updated',
  });
  const confirmation = await html(`${path}?remove=${String(addressId)}`);
  expect(confirmation).toContain('Are you sure you want to delete this address?');
  expect(confirmation.replaceAll('<!-- -->', '')).toContain(
    'This is currently set as the default address. Deleting it will require setting another address as default. Until then, “Annex” is the default.',
  );
  const deleted = await submitForm(dispatcher, path, { intent: 'deleteAddress', addressId });
  expect(deleted.toast?.title).toBe('Address deleted');
  expect(await html(path)).toContain('Cannot delete the only address');
  const last = await submitForm(dispatcher, path, { intent: 'deleteAddress', addressId: annex?.id ?? 0 });
  expect([last.status, last.body.includes('Cannot delete the only address')]).toEqual([409, true]);
});

test('where nobody knows an address, it says so and offers to look again', async () => {
  const account = await create('Nowhere Parts', { address: '1 Nowhere Lane' });
  const path = `/accounts/${String(account.id)}/addresses`;
  expect(await html(path)).toContain('Location not found');
  const [address] = await addressesOf(account);
  const again = await submitForm(dispatcher, path, { intent: 'lookUpAddress', addressId: address?.id ?? 0 });
  expect(again.toast).toMatchObject({
    title: 'Address geolocated',
    description: 'Geolocate requested - coordinates will be updated when address is processed',
  });
  await network.database.rows(
    `insert into geocode_queue (address_key, address, next_try_at, last_error)
     values (address_key('1 Nowhere Lane'), '1 Nowhere Lane', now() + interval '1 hour', null)`,
  );
  expect(await html(path)).toContain('Looking up location');
});

test('addresses of another account, of nobody, or without an account', async () => {
  const account = await create('Copper Auto', ELM);
  const other = await create('Copper Body', ELM);
  const [address] = await addressesOf(other);
  const path = `/accounts/${String(account.id)}/addresses`;
  const foreign = { intent: 'editAddress', addressId: address?.id ?? 0, name: 'Mine', ...ELM };
  expect((await submitForm(dispatcher, path, foreign)).status).toBe(422);
  expect((await addressesOf(other))[0]?.name).toBe('Main Office');
  const invalid = await dispatcher.get<string>('/accounts/abc/addresses');
  expect(invalid.status).toBe(400);
  expect(invalid.body).toContain('Invalid account ID. Please go back to the accounts page.');
  expect(invalid.body).toContain('Go to Accounts');
  expect((await dispatcher.get('/accounts/addresses')).headers.get('location')).toBe(
    '/accounts/none/addresses',
  );
  expect((await dispatcher.get('/accounts/999999/addresses')).status).toBe(404);
  expect((await dispatcher.get('/accounts/999999/edit')).status).toBe(404);
});
