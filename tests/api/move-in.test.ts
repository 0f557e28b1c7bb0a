/** Users, accounts, tasks and shifts from files of other programs: nothing is guessed, and nothing is made twice. */
import { expect, test } from 'vitest';
import type { MoveIn, Preview } from '~/modules/move-in/schema';
import type { Client } from '../support/client';
import { useNetwork } from '../support/use-network';
import { sheetWith, workbookOf, zipOf } from '../support/workbooks';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const admin = network.client('admin');
const driver = network.client('driver');

const WAIT = { timeout: 60_000 };
const pathOf = (id: number) => `/api/move-ins/${String(id)}`;
const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

const send = (kind: string, bytes: Buffer, by: Client = dispatcher) =>
  by.post<MoveIn & { error: string }>('/api/move-ins', {
    kind,
    fileName: 'file',
    document: bytes.toString('base64'),
  });
const choose = (id: number, input: object, by: Client = dispatcher) =>
  by.put<MoveIn & { error: string }>(`${pathOf(id)}/columns`, input);
const preview = async (id: number, by: Client = dispatcher) =>
  (await by.get<Preview>(`${pathOf(id)}/preview`)).body;
async function importIt(id: number, by: Client = dispatcher): Promise<MoveIn> {
  const { status } = await by.post(`${pathOf(id)}/start`);
  expect(status).toBe(200);
  const stateOf = async () => (await by.get<MoveIn>(pathOf(id))).body;
  await expect.poll(async () => (await stateOf()).state, WAIT).toBe('done');
  return stateOf();
}
const countsOf = ({ made, known, rejected }: MoveIn) => ({ made, known, rejected });
/** Sends a file and imports it as it is proposed. */
async function whole(kind: string, bytes: Buffer, by: Client = dispatcher, choice: object = {}) {
  const { body } = await send(kind, bytes, by);
  await choose(body.id, choice, by);
  return { ...countsOf(await importIt(body.id, by)), id: body.id };
}
const rejectsOf = async (id: number, by: Client = dispatcher) =>
  (await by.get<string>(`${pathOf(id)}/rejected.csv`)).body;

const ACCOUNTS = csv(
  'Customer;Street;City;State;Zip;Phone;Fax',
  'Brookside Auto;6300 Brookside Plaza;Kansas City;MO;64113;816-555-0142;1',
  'Northland Body;200 NE 72nd St;Gladstone;MO;64118;555;2',
  'Brookside Auto;6300 Brookside Plaza;Kansas City;MO;64113;816-555-0142;3',
);

test('accounts are made once, with the columns that were proposed by name; bad rows say why', async () => {
  const { body } = await send('accounts', ACCOUNTS);
  expect(body).toMatchObject({
    columns: ['name', 'address', 'city', 'state', 'zipCode', 'phone', ''],
    rowCount: 3,
    state: 'open',
  });
  expect(await preview(body.id)).toMatchObject({
    missing: [],
    looked: 3,
    fresh: 2,
    problems: [{ line: 3, error: 'Phone number must be at least 10 characters long' }],
  });
  expect(countsOf(await importIt(body.id))).toEqual({ made: 1, known: 1, rejected: 1 });
  expect(await whole('accounts', ACCOUNTS)).toMatchObject({ made: 0, known: 2, rejected: 1 });
  expect(
    await network.database.rows("select count(*)::integer as n from accounts where name = 'Brookside Auto'"),
  ).toEqual([{ n: 1 }]);
});

test('what columns are is remembered for the next file with this header', async () => {
  const file = (name: string) => csv('Kunde,Ort', `${name},"1 Elm St, Olathe, KS 66062"`);
  const { body } = await send('accounts', file('One'));
  expect(body.columns).toEqual(['', '']);
  expect((await dispatcher.post<{ error: string }>(`${pathOf(body.id)}/start`)).body.error).toBe(
    'No column is Company Name, Address',
  );
  await choose(body.id, { columns: ['name', 'address'], otherwise: 'vendor' });
  await importIt(body.id);
  const next = await send('accounts', file('Two'));
  expect(next.body).toMatchObject({ columns: ['name', 'address'], otherwise: 'vendor' });
  const [other] = [await send('accounts', file('Three'), admin)];
  expect(other.body.columns).toEqual(['', '']);
});

test('wrong columns are refused with the reason', async () => {
  const { body } = await send('accounts', ACCOUNTS);
  const refusal = async (columns: string[]) => {
    const answer = await choose(body.id, { columns });
    return [answer.status, answer.body.error];
  };
  expect(await refusal(['name'])).toEqual([422, 'The file has 7 columns']);
  expect(await refusal(['name', 'name', '', '', '', '', ''])).toEqual([422, 'Two columns are Company Name']);
  expect(await refusal(['__proto__', '', '', '', '', '', ''])).toEqual([
    422,
    '__proto__ is no field of accounts',
  ]);
  expect((await choose(body.id, { otherwise: 'admin' })).status).toBe(422);
});

const TASKS = [
  'Invoice,Order,Recipient Name,Address,Type,Deliver By,Driver,Status',
  '101,M-1,Alpha Garage,"1 Elm St, Olathe, KS 66062",Delivery,11/27/2026 4:15 PM,driver,',
  '102,M-2,Beta Garage,"2 Elm St, Olathe, KS 66062",Delivery,11/10/2026 4:15 PM,Bob,pending',
  ',M-3,Gamma Garage,"3 Elm St, Olathe, KS 66062",Delivery,,,',
  '104,M-4,Delta Garage,"4 Elm St, Olathe, KS 66062",Delivery,,,Completed',
  '105,M-5,Epsilon Garage,"5 Elm St, Olathe, KS 66062",Return,,,',
];

test('tasks: dates with two readings, unknown drivers, words and states are questions or reasons', async () => {
  const { body } = await send('tasks', csv(...TASKS));
  const before = await preview(body.id);
  expect(before.questions).toEqual([{ name: 'Bob', about: 'driver', meant: '' }]);
  expect(before.problems.map(({ line }) => line)).toEqual([3, 4, 5, 6]);
  expect(before.problems[0]?.error).toContain('can be read in two ways');
  await choose(body.id, { dates: 'month', asked: ['Bob'], meant: ['driver2'] });
  const after = await preview(body.id);
  expect(after.questions).toEqual([{ name: 'Bob', about: 'driver', meant: 'driver2' }]);
  expect(after.problems).toEqual([
    { line: 4, error: 'Delivery tasks require a valid invoice number' },
    { line: 5, error: 'This task is over' },
    { line: 6, error: 'Type “Return” is not known' },
  ]);
  expect(countsOf(await importIt(body.id))).toEqual({ made: 2, known: 0, rejected: 3 });
  const made = await network.database.rows<object>(
    `select external_ref as ref, location, invoice_number as invoice, driver_id as driver, to_json(deliver_by at time zone 'UTC') #>> '{}' as due
     from tasks where external_ref like 'M-%' order by external_ref`,
  );
  expect(made).toEqual([
    {
      ref: 'M-1',
      location: 'Alpha Garage',
      invoice: '101',
      driver: network.ids.driver,
      due: '2026-11-27T22:15:00',
    },
    {
      ref: 'M-2',
      location: 'Beta Garage',
      invoice: '102',
      driver: network.ids.driver2,
      due: '2026-11-10T22:15:00',
    },
  ]);
  // The answers and the order of dates are remembered.
  const again = await send('tasks', csv(...TASKS));
  expect((await preview(again.body.id)).known).toBe(2);
  expect(countsOf(await importIt(again.body.id))).toEqual({ made: 0, known: 2, rejected: 3 });
});

test('the same tasks are not made again after they are done, nor rows without an order number', async () => {
  const file = csv(
    'Invoice,Location,Address',
    'R-1,Zeta,"1 Oak St, Olathe, KS 66062"',
    'R-1,Zeta,"1 Oak St, Olathe, KS 66062"',
  );
  expect(await whole('tasks', file)).toMatchObject({ made: 1, known: 1 });
  const numbered = csv('Invoice,Order,Location,Address', '7,R-7,Zeta,"1 Oak St, Olathe, KS 66062"');
  expect(await whole('tasks', numbered)).toMatchObject({ made: 1 });
  await network.database.rows("delete from tasks where location = 'Zeta'");
  expect(await whole('tasks', file)).toMatchObject({ made: 0, known: 2 });
  expect(await whole('tasks', numbered)).toMatchObject({ made: 0, known: 1 });
  expect(await whole('tasks', numbered, admin)).toMatchObject({ made: 0, known: 1 });
});

test('users are made without a password, for people who sign in with a link; admins are not', async () => {
  const file = csv(
    'First Name,Last Name,Email,Phone,Role,Team',
    'Ana,Ruiz,ana@example.com,,Driver,Ford',
    'Bo,Li,,816-555-0101,dispatcher,"Ford; Toyoda"',
    'Cy,Owner,cy@example.com,,admin,',
    'Di,Nobody,,,driver,',
    'Ana,Ruiz,ANA@example.com,,Driver,Ford',
  );
  await admin.post('/api/dealerships', { name: 'Toyota' });
  const { body } = await send('users', file, admin);
  const looked = await preview(body.id, admin);
  expect(looked.questions).toEqual([{ name: 'Ford; Toyoda', about: 'dealership', meant: '' }]);
  expect(looked.problems).toEqual([
    { line: 3, error: 'There is no dealership called Toyoda' },
    { line: 4, error: expect.stringContaining('Admins are not made from a file') as string },
    { line: 5, error: 'A phone number or an email address is required' },
  ]);
  await choose(body.id, { asked: ['Toyoda'], meant: ['Toyota'] }, admin);
  expect(countsOf(await importIt(body.id, admin))).toEqual({ made: 2, known: 1, rejected: 2 });
  const made = await network.database.rows<object>(
    "select username, roles, dealerships, must_change_password as must from users where username in ('ana.ruiz', 'bo.li') order by 1",
  );
  expect(made).toEqual([
    { username: 'ana.ruiz', roles: ['driver'], dealerships: ['Ford'], must: true },
    { username: 'bo.li', roles: ['dispatcher'], dealerships: ['Ford', 'Toyota'], must: true },
  ]);
  expect(await whole('users', file, admin)).toMatchObject({ made: 0, known: 3, rejected: 2 });
});

test('shifts are made and changed as by their own import', async () => {
  const file = (end: string) => csv('Employee,Day,From,Until', `driver,2026-12-07,8:00 AM,${end}`);
  expect(await whole('shifts', file('4:30 PM'))).toMatchObject({ made: 1 });
  expect(await whole('shifts', file('4:30 PM'))).toMatchObject({ made: 0, known: 1 });
  expect(await whole('shifts', file('5:30 PM'))).toMatchObject({ made: 1 });
  expect(await whole('shifts', csv('Driver,Date,Start,End', 'driver,2026-12-08,8:00,99'))).toMatchObject({
    rejected: 1,
  });
});

test('spreadsheets, UTF-16, Windows-1252, tabs and quotes are read', async () => {
  const cells = [
    ['Company', 'Address'],
    ['Peña “Autos”, Inc.', '1 Elm St, Olathe, KS 66062'],
  ];
  const tabs = cells.map((row) => row.join('\t')).join('\r\n');
  const quoted = cells.map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\n');
  const big = Buffer.from(`\uFEFF${tabs}`, 'utf16le').swap16();
  const files = {
    sheet: sheetWith(cells),
    'UTF-8': Buffer.from(`\uFEFF${quoted}`),
    'UTF-16 LE': Buffer.from(`\uFEFF${tabs}`, 'utf16le'),
    'UTF-16 BE': big,
    'Windows-1252': Buffer.from(tabs.replace('“', '\x93').replace('”', '\x94'), 'latin1'),
  };
  for (const [name, bytes] of Object.entries(files)) {
    const { status, body } = await send('accounts', bytes);
    expect([name, status, body.columns]).toEqual([name, 201, ['name', 'address']]);
    const { samples } = await preview(body.id);
    expect([name, samples]).toEqual([name, [{ line: 2, cells: cells[1] }]]);
  }
});

test('a formula stays a text, and the file of rejected rows does not run it', async () => {
  const file = csv(
    'Company,Address,Phone',
    '"=HYPERLINK(""x"")",1 Elm St,5',
    '=1+1,"2 Elm St, Olathe, KS 66062",',
  );
  const { id } = await whole('accounts', file);
  expect(await rejectsOf(id)).toBe(
    `Company,Address,Phone,Not imported because\r\n"'=HYPERLINK(""x"")",1 Elm St,5,Phone number must be at least 10 characters long\r\n`,
  );
  expect(await network.database.rows("select name from accounts where name like '=%'")).toEqual([
    { name: '=1+1' },
  ]);
  const mended = Buffer.from((await rejectsOf(id)).replace(',5,', ',816-555-0142,'));
  const again = await send('accounts', mended);
  expect(again.body.header).toEqual(['Company', 'Address', 'Phone']);
  await importIt(again.body.id);
  expect(await network.database.rows("select name from accounts where name like '=H%'")).toEqual([
    { name: '=HYPERLINK("x")' },
  ]);
});

test.each([
  ['an empty file', csv(' '), 'The file is empty'],
  ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), 'damaged or protected'],
  ['a program', Buffer.from('MZ\0\0'), 'Please select a valid CSV file'],
  ['a million columns', csv('a' + ',a'.repeat(1_000_000)), 'too long'],
  ['30,000 columns', csv('a' + ',a'.repeat(30_000)), 'at most 1,000 columns'],
  ['201 columns', csv('a' + ',a'.repeat(200)), 'at most 200 columns'],
  ['20,001 rows', csv('Company', ...Array.from({ length: 20_001 }, () => 'x')), 'at most 20,000 rows'],
  ['a huge cell', csv('Company,Address', `"${'x'.repeat(600_000)}",1`), 'too long'],
  ['a quote that never ends', csv('Company,Address', '"x,1'), 'never closed'],
  [
    'a spreadsheet that unpacks to 200 MB',
    workbookOf({ data: `<row>${'<c><v>1</v></c>'.repeat(30)}</row>`.repeat(450_000) }),
    'unpacks to too much',
  ],
  ['an archive', zipOf({ 'a.txt': 'x' }), 'damaged or protected'],
])('%s is refused with a reason', async (_, bytes, reason) => {
  const { status, body } = await send('accounts', bytes);
  expect([status, body.error]).toEqual([422, expect.stringContaining(reason)]);
});

test('more than 10 MB is refused before it is read @long', async () => {
  const { status } = await dispatcher.post('/api/move-ins', {
    kind: 'accounts',
    document: 'A'.repeat(50_000_000),
  });
  expect(status).toBe(413);
});

test('a kind needs the permission to make it, and a file belongs to one person', async () => {
  expect((await send('users', ACCOUNTS)).status).toBe(403);
  expect((await send('tasks', ACCOUNTS, driver)).status).toBe(403);
  const { body } = await send('accounts', ACCOUNTS, admin);
  for (const path of ['', '/preview', '/rejected.csv'])
    expect((await dispatcher.get(`${pathOf(body.id)}${path}`)).status).toBe(404);
  expect((await dispatcher.post(`${pathOf(body.id)}/start`)).status).toBe(404);
  expect((await choose(body.id, { dates: 'day' })).status).toBe(404);
});

test('a file is imported once, and its columns stay', async () => {
  const { body } = await send('accounts', ACCOUNTS);
  await importIt(body.id);
  expect((await dispatcher.post(`${pathOf(body.id)}/start`)).status).toBe(409);
  expect((await choose(body.id, { dates: 'day' })).status).toBe(409);
});
