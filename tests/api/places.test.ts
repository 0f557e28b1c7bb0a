/** The place field finds accounts and the network's dealerships by any word of their names. */
import { expect, test } from 'vitest';
import type { Account, SuggestedPlace } from '~/domain/network/accounts/schema';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');

const namesOf = async (search: string, limit = 8) => {
  const query = new URLSearchParams({ search, limit: String(limit) });
  const { status, body } = await dispatcher.get<SuggestedPlace[]>(`/api/places?${query}`);
  expect(status).toBe(200);
  return body.map(({ name }) => name);
};

test('names that begin so come first, then other words; what is punctuation to a search is text here', async () => {
  for (const name of [
    'Indigo Motors',
    'All-Indigo Auto',
    'Big Indigo',
    'Windigo',
    "O'Indigo (A/C) 100%",
    'IND',
  ])
    await dispatcher.post('/api/accounts', { name });
  expect(await namesOf('indigo')).toEqual([
    'Indigo Motors',
    'All-Indigo Auto',
    'Big Indigo',
    "O'Indigo (A/C) 100%",
  ]);
  expect(await namesOf('IND', 3)).toEqual(['IND', 'Indigo Motors', 'All-Indigo Auto']);
  expect(await namesOf('big  indigo')).toEqual([]);
  expect(await namesOf('big ind')).toEqual(['Big Indigo']);
  expect(await namesOf('indigo big')).toEqual([]);
  expect(await namesOf('c) 100%')).toEqual(["O'Indigo (A/C) 100%"]);
  for (const nothing of ['', '  ', '%', '_', "'", '.*', '\\', ':*', '& !', '100%%'])
    expect(await namesOf(nothing)).toEqual([]);
});

test('each with its kind, phone and default address; a deleted account and a dealership told twice are left out', async () => {
  const { body: account } = await dispatcher.post<Account>('/api/accounts', {
    name: 'Jade Body',
    accountType: 'shop',
    phone: '816-555-0188',
    address: '1 Jade St',
    city: 'Lenexa',
    state: 'KS',
    zipCode: '66215',
  });
  await dispatcher.post(`/api/accounts/${String(account.id)}/addresses`, { name: 'Dock', address: '2 Dock' });
  const { body: gone } = await dispatcher.post<Account>('/api/accounts', { name: 'Jade Gone' });
  await dispatcher.del(`/api/accounts/${String(gone.id)}`);
  await dispatcher.post('/api/accounts', { name: 'Jade Jeep', accountType: 'dealership' });
  const admin = await network.as('admin');
  await admin.post('/api/dealership-locations/Jeep', { fullname: 'JADE JEEP' });
  await admin.post('/api/dealership-locations/Ford', { fullname: 'Ford of Jade', address: '5 Ford Rd' });
  const { body } = await dispatcher.get<SuggestedPlace[]>('/api/places?search=jade');
  expect(body).toEqual([
    {
      accountId: account.id,
      name: 'Jade Body',
      accountType: 'shop',
      phone: '816-555-0188',
      addresses: ['1 Jade St, Lenexa, KS 66215', '2 Dock'],
    },
    expect.objectContaining({
      name: 'Jade Jeep',
      accountId: expect.any(Number) as number,
      addresses: [],
    }),
    {
      accountId: null,
      name: 'Ford of Jade',
      accountType: 'dealership',
      phone: '',
      addresses: ['5 Ford Rd'],
    },
  ]);
});
