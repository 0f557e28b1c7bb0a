/** These tests check how an address and the answers of each provider are read. */
import { connect, disconnect } from 'db/connection';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  claim,
  claimDue,
  enqueueLookup,
  finish,
  isAsked,
  postpone,
} from '~/domain/geography/geocoding/queue.server';
import { centreOf, readZipCodes } from '~/domain/geography/streets/zip-codes.server';
import type { Geocoder } from '~/domain/geography/geocoder';
import { google } from '~/domain/geography/geocoding/provider.server';
import { locateAddress } from '~/domain/geography/geocoding/locate.server';
import { nominatim } from '~/domain/geography/geocoding/nominatim.server';
import { known } from '~/domain/geography/geocoding/places.server';
import zipcodes from 'zipcodes';
import { createDatabase } from '../support/database';
import { KEY, startGoogle, startNominatim, type Mode, type Provider } from '../support/geocoders';

let database: Awaited<ReturnType<typeof createDatabase>>;
let googleServer: Provider;
let nominatimServer: Provider;

beforeAll(async () => {
  database = await createDatabase();
  connect(database.url);
  [googleServer, nominatimServer] = await Promise.all([startGoogle(), startNominatim()]);
});
afterAll(async () => {
  await disconnect();
  await Promise.all([database.drop(), googleServer.close(), nominatimServer.close()]);
});

const keyOf = async (address: string) => (await known(address)).key;
const signal = () => new AbortController().signal;

test.each([
  ['4501 Main St, Kansas City, MO 64111', '4501 main st kansas city mo 64111'],
  [' 4501  main st.,kansas city mo 64111-1234 ', '4501 main st kansas city mo 64111'],
  ['4501 Main St, Suite 200, Kansas City, MO 64111, USA', '4501 main st kansas city mo 64111'],
  ['4501 Main St Ste. B; Kansas City, MO 64111 U.S.A.', '4501 main st kansas city mo 64111'],
  ['4501 Main St #12, Kansas City, MO 64111', '4501 main st kansas city mo 64111'],
  ['4501 Main St, Apt # 3-B, Kansas City, MO 64111', '4501 main st kansas city mo 64111'],
  ['12 Ashmun St, Sault Ste Marie, MI 49783', '12 ashmun st sault ste marie mi 49783'],
  ['900 County Road #12, Hays, KS 67601', '900 county road 12 hays ks 67601'],
  ['31-10 37th Ave, Long Island City, NY 11101', '31-10 37th ave long island city ny 11101'],
  ["1 O'Brien Ct, Winston-Salem, NC 27101", '1 obrien ct winston salem nc 27101'],
  ['100 Ocean Dr, Miami, FL 33139', '100 ocean dr miami fl 33139'],
  [' ,. ', ''],
])('%s is %s', async (address, key) => {
  expect(await keyOf(address)).toBe(key);
});

test('a key is the key of itself, whatever somebody types', async () => {
  const part = fc.constantFrom(
    '12',
    'Main St.',
    'Ste 4',
    '#7',
    ', ',
    ' ',
    '64111-1234',
    'USA',
    'é',
    '-',
    "'",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
      const key = await keyOf(parts.join(' '));
      expect(key).toBe(key.toLowerCase().trim());
      expect(key).not.toMatch(/\s\s|[,;.]/);
    }),
    { numRuns: 60 },
  );
});

test('the embedded table knows ZIP codes and cities, and takes no house number for one', () => {
  const found = centreOf('15400 Shawnee Mission Pkwy, Shawnee, KS 66217');
  expect(found).toMatchObject({ ok: true, value: { precision: 'postcode' } });
  const city = centreOf('15400 Shawnee Mission Pkwy, Shawnee, KS');
  expect(city).toMatchObject({ ok: true, value: { precision: 'city' } });
  expect(centreOf('64111')).toMatchObject({ ok: true });
  expect(centreOf('behind the moon')).toEqual({ ok: false, kind: 'not_found' });
});

test('without a provider an address is located at once, and never queued', async () => {
  expect(await locateAddress('6300 Brookside Plaza, Kansas City, MO 64113')).toEqual({
    latitude: '39.0123',
    longitude: '-94.5938',
    precision: 'approximate',
    pending: false,
  });
  const nowhere = { latitude: null, longitude: null, precision: null, pending: false };
  expect(await locateAddress('behind the moon')).toEqual(nowhere);
  expect(await locateAddress(' ')).toEqual(nowhere);
  expect(await database.rows('select address_key from geocode_queue')).toEqual([]);
});

test('an address that is wanted twice stands in the queue once, and a given-up one gets another chance', async () => {
  await enqueueLookup('1 Twice St, Kansas City, MO 64111');
  await database.rows('update geocode_queue set attempts = 8, next_try_at = null');
  await enqueueLookup('1 TWICE ST., Kansas City MO 64111');
  expect(
    await database.rows('select address, wanted, attempts, next_try_at <= now() as due from geocode_queue'),
  ).toEqual([{ address: '1 Twice St, Kansas City, MO 64111', wanted: 2, attempts: 0, due: true }]);
});

test('a lookup requested again during its request outlives the answer, and is claimed by one worker', async () => {
  await database.rows('delete from geocode_queue');
  const query = await known('2 Twice St, Kansas City, MO 64111');
  const claims = await Promise.all([1, 2, 3].map(() => claim(query)));
  const [claimed, ...others] = claims.filter((each) => each !== null);
  if (!claimed) throw new Error('Nobody got it');
  expect(others).toEqual([]);
  expect([await isAsked(query.key), await claimDue(10)]).toEqual([true, []]);
  await enqueueLookup(query.address);
  await finish(claimed);
  const [again, ...none] = [...(await claimDue(10)), ...(await claimDue(10))];
  expect([again?.key, again?.wanted, none]).toEqual([query.key, 1, []]);
  // A worker that reports after its lease has ended changes nothing.
  await postpone(claimed, { detail: 'late' });
  expect(await isAsked(query.key)).toBe(true);
  if (again) await finish(again);
  expect(await database.rows('select 1 from geocode_queue')).toEqual([]);
});

const AT = { lat: 39.05, lng: -94.58 };
const ADDRESS = '12 Main St, Kansas City, MO';
const asGoogle = () => google({ url: googleServer.url, key: KEY });
const asNominatim = () => nominatim({ url: nominatimServer.url, userAgent: 'tests' });

test.each([
  [
    { kind: 'found', at: AT },
    { ok: true, value: { ...AT, precision: 'rooftop' } },
  ],
  [
    { kind: 'found', at: AT, precision: 'street' },
    { ok: true, value: { ...AT, precision: 'street' } },
  ],
  [
    { kind: 'found', at: AT, precision: 'postcode' },
    { ok: true, value: { ...AT, precision: 'postcode' } },
  ],
  [
    { kind: 'found', at: { lat: 0, lng: 0 } },
    { ok: false, kind: 'retry' },
  ],
  [
    { kind: 'found', at: { lat: 95, lng: 0 } },
    { ok: false, kind: 'retry' },
  ],
  [{ kind: 'not found' }, { ok: false, kind: 'not_found' }],
  [{ kind: 'quota' }, { ok: false, kind: 'retry' }],
  [{ kind: 'refused' }, { ok: false, kind: 'misconfigured' }],
  [
    { kind: 'garbage', body: '[{"lat": "39"' },
    { ok: false, kind: 'retry' },
  ],
  [
    { kind: 'garbage', body: 'null' },
    { ok: false, kind: 'retry' },
  ],
  [
    { kind: 'garbage', body: ' '.repeat(300_000) },
    { ok: false, kind: 'retry' },
  ],
  [
    { kind: 'redirect', to: 'http://127.0.0.1:9/' },
    { ok: false, kind: 'misconfigured' },
  ],
] satisfies [Mode, object][])('both understand %o', async (mode, expected) => {
  for (const [server, geocoder] of [
    [googleServer, asGoogle()],
    [nominatimServer, asNominatim()],
  ] satisfies [Provider, Geocoder][]) {
    server.answer(ADDRESS, mode);
    const answer = await geocoder.geocode(ADDRESS, { signal: signal() });
    expect(answer).toMatchObject(expected);
    expect(JSON.stringify(answer)).not.toContain(KEY);
  }
});

test("Google's half match, and its answer for the whole country, are no houses", async () => {
  googleServer.answer(ADDRESS, { kind: 'found', at: AT, partial: true });
  expect(await asGoogle().geocode(ADDRESS, { signal: signal() })).toMatchObject({
    value: { precision: 'street' },
  });
  const country = {
    status: 'OK',
    results: [{ geometry: { location: AT, location_type: 'APPROXIMATE' }, types: ['country', 'political'] }],
  };
  googleServer.answer(ADDRESS, { kind: 'garbage', body: JSON.stringify(country) });
  expect(await asGoogle().geocode(ADDRESS, { signal: signal() })).toEqual({ ok: false, kind: 'not_found' });
});

test('a house of Nominatim that has another number is only near, and a county is nowhere', async () => {
  const say = (place: object) => {
    const body = JSON.stringify([{ lat: '39.05', lon: '-94.58', ...place }]);
    nominatimServer.answer(ADDRESS, { kind: 'garbage', body });
    return asNominatim().geocode(ADDRESS, { signal: signal() });
  };
  expect(await say({ place_rank: 30, type: 'yes', address: { house_number: '14' } })).toMatchObject({
    value: { precision: 'street' },
  });
  expect(await say({ place_rank: 30, type: 'bus_stop' })).toMatchObject({ value: { precision: 'street' } });
  expect(await say({ place_rank: 16, type: 'city' })).toMatchObject({ value: { precision: 'city' } });
  expect(await say({ place_rank: 12, type: 'administrative' })).toEqual({ ok: false, kind: 'not_found' });
});

test('a caller who would wait too long for a turn is refused without a request', async () => {
  const slow = nominatim({ url: nominatimServer.url, userAgent: 'tests', perSecond: 0.001 });
  nominatimServer.answer(ADDRESS, { kind: 'found', at: AT });
  const before = nominatimServer.requests.length;
  const answers = await Promise.all([1, 2, 3].map(() => slow.geocode(ADDRESS, { signal: signal() })));
  const busy = { ok: false, kind: 'busy', afterMs: 3_000 };
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter(({ ok }) => !ok)).toEqual([busy, busy]);
  expect(nominatimServer.requests.length - before).toBe(1);
});

test('one that says when to come back is believed, one that hangs or is not there is left @long', async () => {
  const busy = createServer((_request, response) => {
    response.writeHead(503, { 'retry-after': '7' }).end();
  });
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((busy.address() as AddressInfo).port)}`;
  const answer = await google({ url, key: KEY }).geocode(ADDRESS, { signal: signal() });
  expect(answer).toEqual({ ok: false, kind: 'retry', detail: 'HTTP 503', afterMs: 7_000 });
  busy.closeAllConnections();
  await new Promise((resolve) => busy.close(resolve));
  expect(await google({ url, key: KEY }).geocode(ADDRESS, { signal: signal() })).toEqual({
    ok: false,
    kind: 'retry',
    detail: 'ECONNREFUSED',
  });

  const never = new Promise(() => undefined);
  googleServer.answer(ADDRESS, { kind: 'slow', until: never, then: { kind: 'quota' } });
  expect(await asGoogle().geocode(ADDRESS, { signal: signal() })).toEqual({
    ok: false,
    kind: 'retry',
    detail: 'no answer within 5 s',
  });
});

test.each([
  ['5 St, Olathe, KS 06606', 'KS', true],
  ['5 St, Olathe, Kansas 06606', 'KS', true],
  ['5 St, Olathe, KS 06606-1234, USA', 'KS', true],
  ['4501 Main St Kansas City KS 64111', 'KS', true],
  ['5 St, Olathe, KS 66061', 'KS', false],
  ['5 St, Olathe KS, 66061', 'KS', false],
  ['06606 Main St, Olathe, KS 66061', 'KS', false],
  ['1 Airborne St, Fort Campbell, TN 42223', 'KY', false],
  ['100 5th St NE 20002', 'DC', false],
  ['12 Rue, Saint de Paul, MN 55101', 'MN', false],
  ['1 Capitol St, Charleston, West Virginia 25301', 'WV', false],
  ['1 Capitol St Charleston West Virginia 25301', 'WV', false],
  ['1 5th Ave, New York, New York 10001', 'NY', false],
  ['5 St, Olathe, KS 6606', 'KS', false],
  ['5 St, Olathe, KS', 'KS', false],
  ['Olathe KS', 'KS', false],
])('%s is in %s', (address, state, doubtful) => {
  const found = centreOf(address);
  if (!found.ok) throw new Error('Not found');
  const { lat, lng } = found.value;
  expect([zipcodes.lookupByCoords(lat, lng)?.state, found.value.isDoubtful]).toEqual([state, doubtful]);
});

test('the table has every ZIP code of the package, those of a state in its order', () => {
  const table = readZipCodes();
  const packaged = Object.values(zipcodes.codes).flatMap(({ country, ...each }) =>
    country === 'US' ? [each] : [],
  );
  expect(packaged.length).toBeGreaterThan(40_000);
  expect(Object.fromEntries(table?.byZip ?? [])).toEqual(
    Object.fromEntries(packaged.map((each) => [each.zip, each])),
  );
  for (const [state, codes] of table?.byState ?? [])
    expect(codes.map(({ zip }) => zip)).toEqual(zipcodes.lookupByState(state).map(({ zip }) => zip));
});

test('the city counts when an address contradicts itself, and an unknown city gives no place', async () => {
  expect(centreOf('5 St, Nosuchtown, KS 06606')).toEqual({ ok: false, kind: 'not_found' });
  expect(await locateAddress('5 St, Olathe, KS 06606')).toEqual({
    latitude: '38.8999',
    longitude: '-94.832',
    precision: 'doubtful',
    pending: false,
  });
  const found = await locateAddress('5 St, Olathe, KS 66061');
  expect(found.precision).toBe('approximate');
});
