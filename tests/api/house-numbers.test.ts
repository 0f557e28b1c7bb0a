/** House numbers along streets: `npm run region` with ADDRFEAT files, and the coordinates that addresses get from them. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { addressFile, type StreetPiece } from '../support/census-file';
import { delivery, make } from '../support/factories';
import { regionMaker } from '../support/region';
import { listenTo, lookUntil } from '../support/sockets';
import { useNetwork } from '../support/use-network';

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-numbers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const network = useNetwork({ DATA_DIR: folder });
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

const { region: runRegion, file } = regionMaker(folder, network);
const region = (...words: string[]) => runRegion(words);

const JACKSON = '29095';
const CLAY = '29047';
/** A piece of a street with house numbers that rise to the east, from 4501. */
const piece = (more: Partial<StreetPiece> = {}): StreetPiece => ({
  name: 'N Oak St',
  zip: '64113',
  line: [
    [-94.6, 39.01],
    [-94.598, 39.01],
  ],
  left: ['4501', '4599'],
  right: ['4500', '4598'],
  ...more,
});
const at = (number: number | string, street = 'North Oak Street') =>
  `${String(number)} ${street}, Kansas City, MO 64113`;
const placeOf = ({ latitude, longitude, geo_precision }: Task) => ({
  latitude: Number(latitude),
  longitude: Number(longitude),
  geo_precision,
});
const path = ({ id }: Task) => `/api/tasks/${String(id)}`;
const read = async (task: Task) => (await dispatcher.get<Task>(path(task))).body;
const made = (address: string) => make(dispatcher, delivery({ address }));
const stored = () =>
  network.database.rows(
    'select county, year, ranges, (select count(*)::integer from street_ranges r where r.county = c.county) as there from street_counties c order by 1',
  );
/** The middle of the piece on the north side, where the odd numbers 4549 and 4551 are. */
const IN_THE_MIDDLE = {
  latitude: expect.closeTo(39.01008, 5) as number,
  longitude: expect.closeTo(-94.599, 4) as number,
};

test('places that were known by their ZIP code are found along their streets, once, and boards learn of it', async () => {
  const before = await made(at('4549', 'N. Oak St.'));
  const pinned = await made(at(4551));
  const elsewhere = await made('4549 N Oak St, Kansas City, MO 64111');
  const sent = await make(dispatcher, delivery({ address: at(4553), latitude: '39.5', longitude: '-94.5' }));
  expect(before.geo_precision).toBe('approximate');
  const pin = { latitude: '39.02', longitude: '-94.61' };
  await network.database.rows(
    "update tasks set latitude = $1, longitude = $2, geo_precision = 'manual' where id = $3",
    [pin.latitude, pin.longitude, pinned.id],
  );
  const board = await listenTo(network.app.origin, { cookie: dispatcher.cookie() });
  const zip = file('a download.zip', addressFile(JACKSON, [piece()]));
  const loaded = await region(zip);
  expect(loaded).toMatchObject({ code: 0 });
  expect(loaded.text).toContain('House numbers of 1 county are in use now: 2 ranges.');
  const found = await lookUntil(board, async () => {
    const now = await read(before);
    return now.geo_precision === 'interpolated' ? now : null;
  });
  board.close();
  expect(placeOf(found)).toMatchObject(IN_THE_MIDDLE);
  expect(await read(pinned)).toMatchObject({ ...pin, geo_precision: 'manual' });
  expect(await read(sent)).toEqual(sent);
  // The address has another ZIP code of the city and may be on another street of this name.
  expect((await read(elsewhere)).geo_precision).toBe('street');
  const events = await network.database.rows(
    "select actor_id from task_events where task_id = $1 and action = 'located'",
    [before.id],
  );
  expect(events).toEqual([{ actor_id: null }]);
  const version = (await read(before)).version;
  expect(await region(zip)).toMatchObject({ code: 0 });
  expect((await read(before)).version).toBe(version);
  expect(await stored()).toEqual([{ county: JACKSON, year: 2025, ranges: 2, there: 2 }]);
});

test('the ladder: a pin, the number on its side, the street, the ZIP code', async () => {
  expect(placeOf(await made(at(4549)))).toMatchObject({ ...IN_THE_MIDDLE, geo_precision: 'interpolated' });
  const south = placeOf(await made(at(4550)));
  expect(south.latitude).toBeLessThan(39.01);
  expect(south.geo_precision).toBe('interpolated');
  // A task of the test before has a pin at this address.
  expect(placeOf(await made(at(4551)))).toMatchObject({ latitude: 39.02, geo_precision: 'manual' });
  expect((await made(at(4901))).geo_precision).toBe('approximate');
  expect((await made(at(4549, 'S Oak St'))).geo_precision).toBe('approximate');
  expect((await made('4549 N Oak St, Olathe, KS 64113')).geo_precision).toBe('doubtful');
});

test.each([
  ['House number estimated along the street', at(4543)],
  ['Location is approximate (street)', '4543 N Oak St, Kansas City, MO 64111'],
])('“%s” is said by the dispatcher’s dialog and by the driver’s opened task', async (note, address) => {
  const { id } = await make(dispatcher, delivery({ address, driver_id: network.ids.driver }));
  for (const [who, page] of [
    [dispatcher, `/dispatcher/tasks/${String(id)}`],
    [driver, `/driver/tasks/${String(id)}`],
  ] as const)
    expect((await who.get<string>(page, { accept: 'text/html' })).body).toContain(note);
});

test('imported accounts are found along their streets, without asking anyone', async () => {
  const csvData = [
    'Company Name,Address',
    ...[4549, 9999].map((number) => `Shop ${String(number)},"${at(number)}"`),
  ];
  await dispatcher.post('/api/accounts/import-csv', { csvData: csvData.join('\n') });
  const addresses = await network.database.rows(
    "select geo_precision from account_addresses where address like '% North Oak Street' order by address",
  );
  expect(addresses).toEqual([{ geo_precision: 'interpolated' }, { geo_precision: 'approximate' }]);
});

test('another county is added, and the newer file of a county replaces the older one', async () => {
  const more = [piece(), piece({ name: 'Elm Ave', left: ['1', '99'], right: ['2', '98'] })];
  const loaded = await region(
    file('clay.zip', addressFile(CLAY, [piece({ zip: '64118' })])),
    file('jackson.zip', addressFile(JACKSON, more)),
  );
  expect(loaded.text).toContain('House numbers of 2 counties are in use now: 6 ranges.');
  expect(await stored()).toMatchObject([
    { county: CLAY, there: 2 },
    { county: JACKSON, there: 4 },
  ]);
});

test('a file that can not be used changes nothing, nor do the good ones beside it', async () => {
  const before = await stored();
  const good = file('good.zip', addressFile('29999', [piece()]));
  const empty = file('empty.zip', addressFile(CLAY, [piece({ left: ['A', 'B'], right: ['', ''] })]));
  for (const [words, why] of [
    [[good, empty], "empty.zip can't be used: there are no house numbers in it"],
    [[good, good], 'there is another file of this county'],
  ] as const) {
    const refused = await region(...words);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.text).toContain(why);
  }
  expect(await stored()).toEqual(before);
  expect(readdirSync(join(folder, 'region')).filter((name) => name.startsWith('unfinished'))).toEqual([]);
});

test('with the region, its house numbers go, and what was found by them stays', async () => {
  const task = await made(at(4545));
  expect(await region('--remove')).toMatchObject({ code: 0 });
  expect(await stored()).toEqual([]);
  expect(await read(task)).toEqual(task);
  expect((await made(at(4547))).geo_precision).toBe('approximate');
});
