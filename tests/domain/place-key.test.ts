/** Different spellings of a place are one stop. The phone, the server and the database use the same rule. */
import { connect, disconnect, row } from 'db/connection';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { groupByStop } from '~/domain/tasks/model/stops';
import { getBoard } from '~/domain/views/board/board.server';
import { addressKey, placeKey } from '~/domain/geography/place-key';
import { createDatabase } from '../support/database';

let database: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  database = await createDatabase();
  connect(database.url);
});
afterAll(async () => {
  await disconnect();
  await database.drop();
});

test('capitals, spaces, punctuation, suite, ZIP+4 and country make no other stop', () => {
  const spellings = [
    ['Brookside Auto', '6300 Brookside Plaza, Kansas City, MO 64113'],
    ['BROOKSIDE  AUTO ', '6300  brookside plaza , Kansas City, MO  64113'],
    ['brookside auto', '6300 Brookside Plaza, Suite 4, Kansas City, MO 64113-2210, USA'],
  ] as const;
  const tasks = spellings.map(([location, address], id) => ({ id, location, address }));
  expect(groupByStop(tasks)).toEqual([tasks]);
  expect(placeKey({ location: 'Brookside Auto', address: '6301 Brookside Plaza' })).not.toBe(
    placeKey({ location: 'Brookside Auto', address: '6300 Brookside Plaza' }),
  );
  expect(
    groupByStop([...tasks, { id: 9, location: 'Brookside', address: tasks[0]?.address ?? '' }]),
  ).toHaveLength(2);
});

test('the board counts it once, and shows the spelling that comes first', async () => {
  const places = [
    ['Brookside Auto', '6300 Brookside Plaza, Kansas City, MO 64113'],
    ['Elsewhere', '1 Main St'],
    ['BROOKSIDE  auto', '6300  brookside Plaza,Kansas City, MO 64113-1001'],
    ['Brookside Auto', '9 Other Way, Kansas City, MO 64113'],
  ];
  for (const [location, address] of places)
    await row(
      "insert into tasks (type, status, location, address, part_numbers) values ('pickup', 'pending', $location, $address, 'A') returning id",
      { location, address },
    );
  const { routes } = await getBoard({
    id: 1,
    username: 'd',
    name: '',
    roles: ['dispatcher'],
    dealerships: [],
  });
  const stops = routes[0]?.next.map(({ location, tasks }) => [location, tasks.length]) ?? [];
  expect(stops.sort()).toEqual([
    ['Brookside Auto', 1],
    ['Brookside Auto', 2],
    ['Elsewhere', 1],
  ]);
});

test('the database spells an address as we do', async () => {
  const word = fc.constantFrom(
    ...['12', '64113', '64113-2210', 'Main', 'MAIN', 'St.', 'St', 'Hwy', '#7', '# 7', 'County Road', 'Suite'],
    ...[
      'Ste. 4',
      'apt b',
      'Unit',
      'B-12',
      'USA',
      'U.S.A.',
      "O'Fallon",
      'Co Rd',
      'Rm',
      'United States',
      'x-ray',
    ],
  );
  const gap = fc.constantFrom(' ', '  ', ', ', ' ,', ',', ' - ', ' & ', '\t', ' (', ') ', '/');
  const address = fc
    .array(fc.tuple(word, gap), { minLength: 1, maxLength: 9 })
    .map((parts) => parts.flat().join(''));
  const keyOf = async (text: string) =>
    (await row<{ key: string }>('select address_key($text) as key', { text }))?.key;
  await fc.assert(
    fc.asyncProperty(address, async (text) => {
      expect(addressKey(text)).toBe(await keyOf(text));
    }),
    { numRuns: 400 },
  );
});
