/** Admins save the places of dealerships, and the server finds their coordinates. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/client';
import { KEY, startGoogle, type Provider } from '../support/geocoders';
import { startNetwork, type Network } from '../support/network';
import { listenTo, lookUntil } from '../support/sockets';

const DOOR = { lat: 38.8831, lng: -94.8012 };

let google: Provider;
let network: Network;
let admin: Client;

beforeAll(async () => {
  google = await startGoogle();
  google.answer('E Santa Fe St', { kind: 'found', at: DOOR });
  network = await startNetwork({
    GOOGLE_MAPS_SERVER_KEY: KEY,
    GOOGLE_MAPS_SERVER_URL: google.url,
    GEOCODE_RETRY_SECONDS: '0.2',
  });
  admin = await network.as('admin');
});
afterAll(async () => {
  await network.close();
  await google.close();
});

type Location = Record<'name' | 'fullname' | 'address' | 'city' | 'state' | 'zipCode', string> & {
  latitude: string | null;
  longitude: string | null;
  geoPrecision: string | null;
  error?: string;
};

const save = (name: string, location: object) =>
  admin.post<Location>(`/api/dealership-locations/${encodeURIComponent(name)}`, location);
const read = async (name: string) =>
  (await admin.get<Location[]>('/api/dealership-locations')).body.find((each) => each.name === name);

/** Waits for messages on the socket, not for the clock, until the dealership has this latitude. */
async function located(name: string, latitude: string): Promise<Location> {
  const board = await listenTo(network.app.origin, { cookie: admin.cookie() });
  return lookUntil(board, async () => {
    const now = await read(name);
    return now?.latitude === latitude ? now : null;
  });
}

const FORD = {
  fullname: 'Tallgrass Ford',
  address: '1250 E Santa Fe St',
  city: 'Olathe',
  state: 'ks',
  zipCode: '66061',
};
const AT_DOOR = { latitude: '38.88310000', longitude: '-94.80120000', geoPrecision: 'exact' };

test('a saved address is found, shown to open boards, and where the map is', async () => {
  const board = await listenTo(network.app.origin, { cookie: admin.cookie() });
  const { status, body } = await save('Ford', FORD);
  expect([status, body]).toMatchObject([200, { name: 'Ford', ...FORD, state: 'KS' }]);
  await board.heard(({ type, taskId }) => type === 'TASK_UPDATED' && taskId === null);
  expect(await located('Ford', AT_DOOR.latitude)).toEqual({ name: 'Ford', ...FORD, state: 'KS', ...AT_DOOR });
  const map = await admin.get<{ dealerships: unknown[] }>('/api/map');
  expect(map.body.dealerships).toEqual([{ name: 'Ford', ...DOOR }]);
  const before = google.requests.length;
  await save('Ford', { fullname: 'Tallgrass Ford of Olathe' });
  expect(await read('Ford')).toMatchObject({
    fullname: 'Tallgrass Ford of Olathe',
    city: 'Olathe',
    ...AT_DOOR,
  });
  expect(google.requests).toHaveLength(before);
  const events = await network.database.rows(
    "select act, target_id, changes from admin_events where target_id = 'Ford' order by id desc limit 1",
  );
  expect(events).toEqual([
    {
      act: 'location.saved',
      target_id: 'Ford',
      changes: { fullname: ['Tallgrass Ford', 'Tallgrass Ford of Olathe'] },
    },
  ]);
});

test('an address that cannot be found in time is found later @long', async () => {
  let open: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (open = resolve));
  google.answer('S Noland Rd', {
    kind: 'slow',
    until,
    then: { kind: 'found', at: { lat: 39.05, lng: -94.41 } },
  });
  const { body } = await save('Hyundai CDJR', {
    address: '3510 S Noland Rd',
    city: 'Independence',
    state: 'MO',
  });
  expect(body).toMatchObject({ latitude: null, longitude: null });
  open();
  expect(await located('Hyundai CDJR', '39.05000000')).toMatchObject({ geoPrecision: 'exact' });
});

test('an address that is taken away takes its place along', async () => {
  await save('Jeep', { ...FORD, fullname: 'Trailside Jeep' });
  const { body } = await save('Jeep', { address: '', city: '', state: '', zipCode: '' });
  expect(body).toMatchObject({ fullname: 'Trailside Jeep', latitude: null, geoPrecision: null });
});

test.each([
  ['Ford', { state: 'KAN' }, 422, 'State must be at most 2 characters'],
  ['Ford', { fullname: 'x'.repeat(201) }, 422, 'Display name must be at most 200 characters'],
  ['Ford', { latitude: '1' }, 422, 'Unknown field: latitude'],
  ['Tesla', { city: 'Olathe' }, 404, 'Dealership not found'],
])('%s %j is refused', async (name, location, status, message) => {
  const answer = await save(name, location);
  expect([answer.status, answer.body.error]).toEqual([status, message]);
});

test('two admins save different parts at once: both are kept, and the place is that of the whole', async () => {
  google.answer('8600 Metcalf Ave, Overland Park', { kind: 'found', at: { lat: 38.97, lng: -94.66 } });
  await save('Jeep', { address: 'Nowhere', city: 'Nowhere' });
  await Promise.all([save('Jeep', { address: '8600 Metcalf Ave' }), save('Jeep', { city: 'Overland Park' })]);
  expect(await read('Jeep')).toMatchObject({ address: '8600 Metcalf Ave', city: 'Overland Park' });
  await located('Jeep', '38.97000000');
});
