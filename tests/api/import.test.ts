import { beforeEach, expect, test } from 'vitest';
import { addSource } from '../support/rows';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
beforeEach(async () => {
  await network.database.rows('delete from accounts');
});

type Result = {
  imported: number;
  skipped: number;
  rejected: { line: number; error: string }[];
  error?: string;
};
const send = (csvData: string, who = dispatcher) => who.post<Result>('/api/accounts/import-csv', { csvData });

const stored = () =>
  network.database.rows<Record<string, unknown>>(
    `select a.name, a.phone, a.account_type as type, d.address, d.city, d.state, d.zip_code as zip, d.is_default,
       d.latitude::float8 as latitude, d.geo_precision
     from accounts a left join account_addresses d on d.account_id = a.id order by a.id`,
  );

const FILE = [
  'Company Name,Address,Phone,Type',
  'Brookside Auto Repair,"6300 Brookside Plaza, Kansas City, MO 64113",816-555-0142,Service Shop',
  'Prairie Parts Supply,"7901 Metcalf Ave, Overland Park, KS 66204",,vendor',
  ',"1 Nameless St, Olathe, KS 66062",,',
  'Northland Body,"200 NE 72nd St, Gladstone, MO 64118",555,',
].join('\r\n');

test('good rows become accounts with a default address on the map, bad ones are listed by line', async () => {
  const { status, body } = await send(FILE);
  expect(status).toBe(200);
  expect(body).toEqual({
    imported: 2,
    skipped: 0,
    rejected: [
      { line: 4, error: 'Company Name is required' },
      { line: 5, error: 'Phone number must be at least 10 characters long' },
    ],
  });
  expect(await stored()).toEqual([
    {
      name: 'Brookside Auto Repair',
      phone: '816-555-0142',
      type: 'shop',
      address: '6300 Brookside Plaza',
      city: 'Kansas City',
      state: 'MO',
      zip: '64113',
      is_default: true,
      latitude: expect.closeTo(39, 0) as number,
      geo_precision: 'approximate',
    },
    expect.objectContaining({ name: 'Prairie Parts Supply', type: 'vendor', phone: '' }),
  ]);
});

test('rows that name no type are service shops, or what the caller says', async () => {
  const typesOf = async (more: object) => {
    await network.database.rows('delete from accounts');
    const csvData = 'Company Name,Address,Type\nAcme,1 Elm St,\nBlue,2 Elm St,Vendor\n';
    const { status } = await dispatcher.post('/api/accounts/import-csv', { csvData, ...more });
    return [status, (await stored()).map(({ type }) => type)];
  };
  expect(await typesOf({})).toEqual([200, ['shop', 'vendor']]);
  expect(await typesOf({ accountType: 'dealership' })).toEqual([200, ['dealership', 'vendor']]);
  const wrong = await dispatcher.post('/api/accounts/import-csv', { csvData: 'x', accountType: 'customer' });
  expect([wrong.status, wrong.body.error]).toEqual([422, 'accountType must be dealership, vendor or shop']);
});

test('the same file twice adds nothing, nor does a row that is there twice in other spelling', async () => {
  await send(FILE);
  expect((await send(FILE)).body).toMatchObject({ imported: 0, skipped: 2 });
  const again =
    'COMPANY NAME;street;CITY;st;ZIP;State\n' +
    'brookside  auto repair;6300 Brookside Plaza;Kansas City;;64113;MO\n' +
    'New Place;1 Elm St;Olathe;;66062;KS\nNEW PLACE;1 elm st.;Olathe;;66062;KS\n';
  expect((await send(again)).body).toEqual({ imported: 1, skipped: 2, rejected: [] });
  expect(await stored()).toHaveLength(3);
});

test('two who import the same file at once add it once', async () => {
  const other = await network.as('admin');
  const rows = Array.from({ length: 300 }, (_, i) => `Shop ${String(i)},${String(i)} Race St`).join('\n');
  const both = await Promise.all(
    [dispatcher, other].map((who) => send(`Company Name,Address\n${rows}`, who)),
  );
  expect(both.map(({ body }) => body.imported).sort()).toEqual([0, 300]);
  expect(await stored()).toHaveLength(300);
});

test('another company at the same place, and another place of the same company, are accounts of their own', async () => {
  const { body } = await send(
    'Company Name,Address\nAcme,TBD\nBlue,TBD\nAcme,1 Elm St Suite 4\nAcme,1 Elm St Suite 5\n',
  );
  expect(body).toMatchObject({ imported: 4, skipped: 0 });
});

test.each([
  ['', 'The file is empty'],
  ['Firm,Street\nAcme,1 Elm St', 'The first line must name the column Company Name. Found: Firm, Street.'],
  [
    'Company Name,Address\nAcme,1 Elm St\nBlue,"2 Elm St\nRed,3 Elm St',
    'A quotation mark opened after line 2 is never closed',
  ],
])('%j is refused as a whole', async (csvData, error) => {
  const { status, body } = await send(csvData);
  expect([status, body.error]).toEqual([422, error]);
  expect(await stored()).toEqual([]);
});

test('only those who look after accounts import, with the text of a file that is not too large', async () => {
  expect((await send(FILE, await network.as('driver'))).status).toBe(403);
  expect((await dispatcher.post('/api/accounts/import-csv', {})).status).toBe(422);
  expect(
    (await dispatcher.post('/api/accounts/import-csv', { csvData: 'x'.repeat(10_240 * 1_024) })).status,
  ).toBe(413);
  expect((await dispatcher.get('/api/accounts/import-csv')).status).toBe(405);
  expect(await stored()).toEqual([]);
});

test('numbers changed by a spreadsheet are repaired where that is certain, and refused where it is not', async () => {
  const { body } = await send(
    [
      'Company Name,Address,City,State,ZIP,Phone',
      'One,1 Oak St,Bridgeport,CT,"=""06606""",816-555-0142',
      "Two,2 Oak St,Bridgeport,ct,'06606,'816-555-0143",
      'Three,3 Oak St,Olathe,Kansas,66061.0,',
      'Four,4 Oak St,Olathe,KS,660611234,',
      'Five,5 Oak St,Bridgeport,Connecticut,6606.0,',
      'Six,6 Oak St,Olathe,KS,6606123,',
      'Seven,7 Oak St,Olathe,Kanzas,66061,',
      'Eight,8 Oak St,Olathe,KS,66061,call first',
    ].join('\n'),
  );
  expect(body.rejected).toMatchObject([
    { line: 7, error: 'ZIP 6606123 is not a ZIP code' },
    { line: 8, error: 'Kanzas is not a state' },
    { line: 9, error: 'call first is not a phone number' },
  ]);
  expect((await stored()).map(({ name, state, zip, phone }) => [name, state, zip, phone])).toEqual([
    ['One', 'CT', '06606', '816-555-0142'],
    ['Two', 'CT', '06606', '816-555-0143'],
    ['Three', 'KS', '66061', ''],
    ['Four', 'KS', '66061-1234', ''],
    ['Five', 'CT', '06606', ''],
  ]);
});

test('one account whose street is spelled in two ways is one account', async () => {
  const row = (address: string) => `Northland Body,"${address}",Gladstone,MO,64118`;
  const head = 'Company Name,Address,City,State,ZIP';
  const first = await send([head, row('50 N Main Street'), row('50 North Main St.')].join('\n'));
  expect([first.body.imported, first.body.skipped]).toEqual([1, 1]);
  const again = await send([head, row('50 n. main st'), row('52 Main Street')].join('\n'));
  expect([again.body.imported, again.body.skipped]).toEqual([1, 1]);
});

test('customer numbers come with the accounts, also for those that are there; one that another account has is listed', async () => {
  const source = await addSource(network.database, network.ids.dispatcher, 'Parts counter');
  const file = (...lines: string[]) =>
    ['Company Name,Address,City,State,ZIP,Customer Number', ...lines].join('\n');
  const numbers = () =>
    network.database.rows(
      `select c.number, a.name from intake_customers c join accounts a on a.id = c.account_id
       where c.source_id = $1 order by c.number`,
      [source],
    );
  const first = 'First Numbered,1 Number St,Olathe,KS,66061,';
  const second = 'Second Numbered,2 Number St,Olathe,KS,66061,';
  expect((await send(file(first))).body).toMatchObject({ imported: 1, rejected: [] });
  // A number of a deleted account is free.
  await network.database.rows(
    `with gone as (insert into accounts (name, account_type, deleted_at) values ('Gone', 'shop', now()) returning id)
     insert into intake_customers (source_id, number, account_id, name) select $1, '1002', id, 'Gone' from gone`,
    [source],
  );
  expect((await send(file(`${first}'01001`, `${second}1002`))).body).toMatchObject({
    imported: 1,
    skipped: 1,
  });
  const known = [
    { number: '01001', name: 'First Numbered' },
    { number: '1002', name: 'Second Numbered' },
  ];
  expect(await numbers()).toEqual(known);
  const third = 'Third Numbered,3 Number St,Olathe,KS,66061,';
  const fourth = 'Fourth Numbered,4 Number St,Olathe,KS,66061,';
  const again = await send(file(`${first}01001`, `${third}1002`, `${third}1003`, `${fourth}1003`));
  expect(again.body).toEqual({
    imported: 1,
    skipped: 1,
    rejected: [
      { line: 3, error: '1002 is a number of Second Numbered at Parts counter already' },
      { line: 5, error: '1003 is the number of Third Numbered in this file' },
    ],
  });
  expect(await numbers()).toEqual([...known, { number: '1003', name: 'Third Numbered' }]);
  const events = await network.database.rows<{ changes: unknown }>(
    `select e.changes from account_events e join accounts a on a.id = e.account_id
     where a.name = 'First Numbered' and e.action = 'number-added'`,
  );
  expect(events).toEqual([{ changes: { number: [null, '01001 (Parts counter)'] } }]);

  // With several sources the column names one.
  const other = await addSource(network.database, network.ids.dispatcher, 'Body shop');
  const refused = await send(file(`${third}1003`));
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    error: expect.stringContaining('Name one in the first line') as string,
  });
  const named = file(`${third}B-7`).replace('Customer Number', 'Customer Number (body SHOP)');
  expect((await send(named)).body).toMatchObject({ imported: 0, skipped: 1, rejected: [] });
  expect(
    await network.database.rows('select number from intake_customers where source_id = $1', [other]),
  ).toEqual([{ number: 'B-7' }]);
});
