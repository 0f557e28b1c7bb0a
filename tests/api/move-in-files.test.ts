/** Files as other programs and spreadsheets make them: what is spoiled has its reasons, and little has to be answered. */
import { expect, test } from 'vitest';
import type { MoveIn, Preview } from '~/modules/move-in/schema';
import { useNetwork } from '../support/use-network';
import { openSheetWith, sheetWith, workbookOf } from '../support/workbooks';

const network = useNetwork();
const admin = network.client('admin');

const WAIT = { timeout: 60_000 };
const pathOf = (id: number) => `/api/move-ins/${String(id)}`;
const toCsv = (rows: string[][]) =>
  Buffer.from(rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n'));
const inLines = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

async function send(kind: string, bytes: Buffer): Promise<MoveIn> {
  const { status, body } = await admin.post<MoveIn>('/api/move-ins', {
    kind,
    fileName: 'file',
    document: bytes.toString('base64'),
  });
  expect(status).toBe(201);
  return body;
}
async function answer(id: number, input: object): Promise<void> {
  expect((await admin.put(`${pathOf(id)}/columns`, input)).status).toBe(200);
}
const preview = async (id: number) => (await admin.get<Preview>(`${pathOf(id)}/preview`)).body;
async function importIt(id: number): Promise<Pick<MoveIn, 'made' | 'known' | 'rejected'>> {
  expect((await admin.post(`${pathOf(id)}/start`)).status).toBe(200);
  const stateOf = async () => (await admin.get<MoveIn>(pathOf(id))).body;
  await expect.poll(async () => (await stateOf()).state, WAIT).toBe('done');
  const { made, known, rejected } = await stateOf();
  return { made, known, rejected };
}
const tasksAt = (where: string) =>
  network.database.rows<object>(
    `select location, address, invoice_number as invoice, part_numbers as parts, external_ref as ref, notes, size,
       to_json(deliver_by at time zone 'UTC') #>> '{}' as due from tasks where ${where} order by id`,
  );

const ONFLEET = [
  'Recipient_Name,Recipient_Phone,Recipient_Notes,Address_Line1,Address_Line2,City/Town,State/Province,Postal_Code,Country,Task_Details,Pickup,completeAfter,completeBefore,Quantity,Driver'.split(
    ',',
  ),
  ...Array.from({ length: 5 }, (_, index) => [
    `Onfleet Shop ${String(index)}`,
    '+1 816-555-0142',
    'Rear door',
    `${String(index + 1)} Main St`,
    '',
    'Kansas City',
    'MO',
    '64105',
    'United States',
    'Two boxes',
    index === 4 ? 'Yes' : 'No',
    '11/10/2026 9:00 AM',
    '11/10/2026 4:15 PM',
    '2',
    '',
  ]),
];

test('the import sheet of Onfleet is five of five tasks after two answers', async () => {
  const { id } = await send('tasks', toCsv(ONFLEET));
  const before = await preview(id);
  expect(before.offers).toEqual([{ about: 'numbers', rows: 5, choices: ['line'] }]);
  expect([before.fresh, before.problems.length]).toEqual([0, 5]);
  await answer(id, { numbers: 'line' });
  await answer(id, { dates: 'month' });
  expect(await preview(id)).toMatchObject({ fresh: 5, offers: [], problems: [], questions: [] });
  expect(await importIt(id)).toEqual({ made: 5, known: 0, rejected: 0 });
  const made = await tasksAt("location like 'Onfleet Shop%'");
  expect(made).toHaveLength(5);
  expect(made[0]).toEqual({
    location: 'Onfleet Shop 0',
    address: '1 Main St, Kansas City, MO 64105',
    invoice: 'Line 2',
    parts: '',
    ref: null,
    notes: 'Rear door\nTwo boxes',
    size: 2,
    due: '2026-11-10T22:15:00',
  });
  expect(made[4]).toMatchObject({ invoice: '', parts: 'Line 6', due: null });
  // The answers are remembered, and the same rows are known.
  const again = await send('tasks', toCsv(ONFLEET));
  expect(again).toMatchObject({ numbers: 'line', dates: 'month' });
  expect(await importIt(again.id)).toEqual({ made: 0, known: 5, rejected: 0 });
});

const CIRCUIT = [
  'Address line 1,Address line 2,City,State,Zip,Country,Latitude,Longitude,Earliest Time,Latest Time,Time At Stop,Notes,Type,Order,Proof of delivery,Package Size,Recipient Email Address,Recipient Phone Number,Tracking Visibility,Recipient Name,External ID,Order Count,Package Count,Products,Seller Order ID,Seller Name,Seller Website,Address/Company Name,Circuit Client ID'.split(
    ',',
  ),
  ...Array.from({ length: 5 }, (_, index) => {
    const [street, order] = [`${String(index + 1)} Oak St`, index === 0 ? 'First' : 'Auto'];
    const stop = [
      street,
      '',
      'Olathe',
      'KS',
      '66062',
      'US',
      '',
      '',
      '8:30',
      '3:30 PM',
      '5',
      'Gate',
      'Delivery',
    ];
    const parcel = [order, 'Photo', 'Small', '', '', '', '', '', '1', '1', '', `S-${String(index)}`];
    return [...stop, ...parcel, 'Seller', '', `Circuit Shop ${String(index)}`, ''];
  }),
];

test.each([
  ['CSV', toCsv],
  ['Excel', sheetWith],
  ['OpenDocument', openSheetWith],
])('the template of Circuit as %s is five of five tasks after two answers', async (format, write) => {
  // Answers are remembered for the same header, so each format has its own.
  const rows = CIRCUIT.map((cells, line) =>
    cells.map((cell) => (line === 0 ? cell.replace('Website', format) : cell.replace(/^S-/, `${format}-`))),
  );
  const { id } = await send('tasks', write(rows));
  expect((await preview(id)).offers).toEqual([{ about: 'numbers', rows: 5, choices: ['order', 'line'] }]);
  await answer(id, { numbers: 'order' });
  await answer(id, { day: '2026-11-27' });
  expect(await importIt(id)).toEqual({ made: 5, known: 0, rejected: 0 });
  const made = await tasksAt(`external_ref like '${format}-%'`);
  expect(made).toHaveLength(5);
  expect(made[1]).toMatchObject({
    location: 'Circuit Shop 1',
    invoice: `${format}-1`,
    size: 1,
    due: '2026-11-27T21:30:00',
  });
});

test('without a location name the address counts, when somebody has chosen so', async () => {
  const { id } = await send('tasks', inLines('Invoice,Street,City', '1,7 Ash St,Olathe'));
  expect(await preview(id)).toMatchObject({
    missing: ['Location Name'],
    offers: [{ about: 'names', rows: 1, choices: ['address'] }],
  });
  expect((await admin.post(`${pathOf(id)}/start`)).status).toBe(409);
  await answer(id, { names: 'address' });
  expect(await importIt(id)).toEqual({ made: 1, known: 0, rejected: 0 });
  expect(await tasksAt("location = '7 Ash St'")).toHaveLength(1);
  // The choice can be taken back.
  const next = await send('tasks', inLines('Invoice,Street,City', '2,8 Ash St,Olathe'));
  expect(next.names).toBe('address');
  await answer(next.id, { names: null });
  expect((await preview(next.id)).missing).toEqual(['Location Name']);
});

test('values that a spreadsheet has spoiled are reasons, all of a row at once', async () => {
  const { id } = await send(
    'accounts',
    inLines(
      'Company,Address,City,State,Zip,Phone,Deliver By',
      'One,1 Elm St,Olathe,KS,#N/A,8.165550123E+09,',
      'Two,2 Elm St,Olathe,KS,#REF!,8165550124.0,25:00',
      '#VALUE!,#NAME?,Olathe,KS,66062.0,816-555-0125,0.6875',
      'Four,4 Elm St,Olathe,KS,66062.0,816-555-0126,0.6875',
    ),
  );
  expect((await preview(id)).problems).toEqual([
    {
      line: 2,
      error:
        'Phone 8.165550123E+09 was changed by a spreadsheet. Make the column text. ZIP is #N/A, the error of a formula',
    },
    {
      line: 3,
      error:
        'Deliver By must be a time such as 4:00 PM. Phone 8165550124.0 was changed by a spreadsheet. Make the column text. ZIP is #REF!, the error of a formula',
    },
    {
      line: 4,
      error: 'Company Name is #VALUE!, the error of a formula. Address is #NAME?, the error of a formula',
    },
  ]);
  expect(await importIt(id)).toEqual({ made: 1, known: 0, rejected: 3 });
  expect(
    await network.database.rows(
      "select zip_code as zip, deliver_by as by from accounts a join account_addresses d on d.account_id = a.id where a.name = 'Four'",
    ),
  ).toEqual([{ zip: '66062', by: expect.stringContaining('16:30') as string }]);
});

test('the import of accounts has the same reasons', async () => {
  const { body } = await admin.post<{ rejected: { line: number; error: string }[] }>(
    '/api/accounts/import-csv',
    {
      csvData: 'Company,Address,Phone\r\nOne,1 Elm St,8.165550123E+09\r\nTwo,#N/A,',
    },
  );
  expect(body.rejected).toEqual([
    { line: 2, error: 'Phone 8.165550123E+09 was changed by a spreadsheet. Make the column text' },
    { line: 3, error: 'Address is #N/A, the error of a formula' },
  ]);
});

test('users, tasks and shifts tell all reasons of a row at once', async () => {
  const users = await send('users', inLines('Name,Role,Phone,Team', ',Chef,8165550124.0,Nowhere'));
  expect((await preview(users.id)).problems[0]?.error.split('. ')).toEqual([
    'Phone 8165550124.0 was changed by a spreadsheet',
    'Make the column text',
    'Role “Chef” is not known',
    'There is no dealership called Nowhere',
    expect.stringContaining('Name') as string,
  ]);
  const tasks = await send(
    'tasks',
    inLines(
      'Invoice,Order,Location,Address,Zip,Deliver By,Driver,Size,Priority',
      ',1.00234E+11,#N/A,1 Elm St,#¡REF!,11/10/2026 8:30,Bob,many,soon',
    ),
  );
  expect((await preview(tasks.id)).problems[0]?.error).toBe(
    [
      'Order number 1.00234E+11 was changed by a spreadsheet. Make the column text',
      'Location Name is #N/A, the error of a formula',
      'ZIP is #¡REF!, the error of a formula',
      'Priority “soon” is not known',
      'Deliver By “11/10/2026” can be read in two ways. Choose whether the month or the day comes first',
      'Size “many” is not a whole number',
      'No driver is called Bob',
      'Delivery tasks require a valid invoice number',
    ].join('. '),
  );
  const shifts = await send('shifts', inLines('Driver,Date,Start,End', 'Bob,tomorrow,early,late'));
  expect((await preview(shifts.id)).problems[0]?.error).toBe(
    [
      'No driver is called Bob',
      'Date “tomorrow” is not a day with a year of four digits',
      'Start must be a time like 8:30',
      'End must be a time like 8:30',
    ].join('. '),
  );
  expect(await importIt(shifts.id)).toEqual({ made: 0, known: 0, rejected: 1 });
});

test.each([
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
])('titles above the header are left out of a file with %s', async (_, separator) => {
  const join = (...cells: string[]) => cells.join(separator);
  const file = await send(
    'accounts',
    inLines(
      'Customers of Kansas City, MO',
      '',
      join('Company', 'Street', 'City', 'State', 'Zip'),
      join('Title Shop', '9 Elm St', 'Olathe', 'KS', '66062'),
    ),
  );
  expect(file).toMatchObject({
    fileName: 'file, header in line 3',
    header: ['Company', 'Street', 'City', 'State', 'Zip'],
    columns: ['name', 'address', 'city', 'state', 'zipCode'],
    rowCount: 1,
  });
  expect((await preview(file.id)).samples.map(({ line }) => line)).toEqual([4]);
});

test('a first row with as many values as the others is the header, whatever it has', async () => {
  const numbered = await send('accounts', inLines('#,Company,Address', '1,A,1 Elm St', '2,B,2 Elm St'));
  expect([numbered.header, numbered.rowCount]).toEqual([['#', 'Company', 'Address'], 2]);
  const few = await send('accounts', inLines('Company,Address', 'A,1 Elm St,3,4,5,6', 'B,2 Elm St,3,4,5,6'));
  expect([few.header.slice(0, 2), few.rowCount]).toEqual([['Company', 'Address'], 2]);
});

test('times as Excel has them are read: parts of a day, seconds and moments', async () => {
  const shift = (day: string, start: string, end: string) => `driver,2026-12-${day},${start},${end}`;
  const shifts = await send(
    'shifts',
    inLines(
      'Driver,Date,Start,End',
      shift('07', '0.354166666666667', '0.6875'),
      shift('08', '8:30:00 AM', '4:30:00 PM'),
      shift('09', '8:30 a. m.', '4:30 p. m.'),
    ),
  );
  expect(await importIt(shifts.id)).toEqual({ made: 3, known: 0, rejected: 0 });
  const { body } = await admin.get<{ day: string; start: string; end: string }[]>(
    '/api/shifts?from=2026-12-07&to=2026-12-09',
  );
  expect(body.map(({ day, start, end }) => [day, start, end])).toEqual(
    ['07', '08', '09'].map((day) => [`2026-12-${day}`, '08:30', '16:30']),
  );
  // The second cell has the format of a date, and a time only.
  const data = `<row>${['Invoice', 'Location', 'Address', 'Day', 'Deliver By']
    .map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
    .join(
      '',
    )}</row><row><c><v>771</v></c><c t="inlineStr"><is><t>Excel Shop</t></is></c><c t="inlineStr"><is><t>1 Elm St</t></is></c><c><v>46353</v></c><c s="1"><v>0.5625</v></c></row>`;
  const tasks = await send('tasks', workbookOf({ data, formats: ['m/d/yyyy h:mm'] }));
  expect(await importIt(tasks.id)).toEqual({ made: 1, known: 0, rejected: 0 });
  expect(await tasksAt("location = 'Excel Shop'")).toMatchObject([{ due: '2026-11-27T19:30:00' }]);
});
