/** The search finds live and archived tasks. */
import { expect, test } from 'vitest';
import type { FoundTasks } from '~/domain/views/board/find.server';
import { placeOfKey, searchKey } from '~/domain/views/board/search';
import { delivery, make, pickup } from '../support/factories';
import { addAccount } from '../support/rows';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');

async function find(text: string) {
  const { status, body } = await dispatcher.get<FoundTasks & { error?: string }>(
    `/api/tasks/find?q=${encodeURIComponent(text)}`,
  );
  return { status, ...body, ids: status === 200 ? body.tasks.map(({ id }) => id) : [] };
}

async function archived(task: Record<string, unknown>): Promise<number> {
  const { id } = await make(dispatcher, task);
  await dispatcher.patch(`/api/tasks/${String(id)}`, { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [id] });
  return id;
}

test('by invoice, part, location, address and driver, in any case and from the middle; live ones first', async () => {
  const old = await archived(delivery({ driver_id: network.ids.driver, invoice_number: 'QX-48213' }));
  const live = await make(dispatcher, delivery({ driver_id: null, invoice_number: 'qx-48214, zz' }));
  expect((await find('QX-4821')).ids).toEqual([live.id, old]);
  expect((await find('4821')).ids).toEqual([live.id, old]);
  const part = await make(dispatcher, pickup({ part_numbers: 'AB-9, 77-Brake-11', driver_id: null }));
  expect((await find('77-bRAKE')).ids).toEqual([part.id]);
  const place = await archived(
    delivery({
      location: 'Zephyr Tire Palace',
      address: '9 Quarry Lane, Lenexa',
      driver_id: network.ids.driver2,
    }),
  );
  expect((await find('phyr tire')).ids).toEqual([place]);
  expect((await find('quarry lane')).ids).toEqual([place]);
  expect((await find('ben driver')).ids).toEqual([place]);
  expect((await find('driver2')).ids).toEqual([place]);
});

test('spaces and punctuation make no difference, on either side', async () => {
  const invoice = await make(dispatcher, delivery({ driver_id: null, invoice_number: 'WNV-60913' }));
  for (const text of ['wnv60913', 'WNV 60913', 'WNV-60913', '(wnv) 60.913', 'v6091'])
    expect((await find(text)).ids, text).toEqual([invoice.id]);
  const part = await make(dispatcher, pickup({ driver_id: null, part_numbers: '58101-2SA51, 777 x' }));
  for (const text of ['581012SA51', '58101 2sa51', '58101–2SA51'])
    expect((await find(text)).ids, text).toEqual([part.id]);
  expect(await find('-----')).toMatchObject({ status: 200, tasks: [], more: false });
  expect((await find('6-0-9-1-4')).ids).toEqual([]);
});

test('the server and the board have one rule', async () => {
  const every = Array.from({ length: 0x7e - 0x20 + 1 }, (_, at) => String.fromCharCode(0x20 + at)).join('x');
  for (const text of [every, ' A\tb\r\nC\u00a0d ', 'Größe–12', '“O’Brien” — 7', '😀 works 7', '']) {
    const [row] = await network.database.rows<{ key: string }>('select search_key($1) as key', [text]);
    expect(row?.key).toBe(searchKey(text));
  }
  expect(placeOfKey('Invoice INV-48213, x', searchKey('inv482'))).toEqual([8, 15]);
  expect(placeOfKey('Größe “12”', searchKey('e 12'))).toEqual([4, 9]);
  expect(placeOfKey('Größe', 'g')).toBeNull();
});

test('by the account that a pickup goes to', async () => {
  const account = await addAccount(network.database, 'Umber Collision', { type: 'shop' });
  const made = await make(dispatcher, pickup({ driver_id: null, destination_account_id: account }));
  expect((await find('umber coll')).ids).toEqual([made.id]);
});

test('characters of patterns are punctuation; too short a text is refused; a long list is cut with a message', async () => {
  const made = await make(dispatcher, delivery({ driver_id: null, location: '100%_off \\ Tires' }));
  expect((await find('100%_off')).ids).toEqual([made.id]);
  expect((await find('1%off')).ids).toEqual([]);
  expect((await find('1_0off')).ids).toEqual([]);
  expect((await find('%%%%')).ids).toEqual([]);
  expect((await find('____')).ids).toEqual([]);
  expect((await find("o'; drop table tasks; --")).ids).toEqual([]);
  expect(await find('abc')).toMatchObject({ status: 422, error: 'q must have at least 4 characters' });
  expect(await find('   a   ')).toMatchObject({ status: 422 });
  for (let i = 0; i < 22; i += 1)
    await make(dispatcher, delivery({ driver_id: null, location: `Heap ${String(i)}` }));
  const heap = await find('heap ');
  expect(heap.ids).toHaveLength(20);
  expect(heap.more).toBe(true);
});

test('drivers may not search', async () => {
  const driver = await network.as('driver');
  expect((await driver.get('/api/tasks/find?q=anything')).status).toBe(403);
});

test('among many tasks that are alike, the index is asked for what is rare, and nothing else is found', async () => {
  await network.database.rows(
    `insert into tasks (type, location, address, invoice_number, status)
     select 'delivery', (array['Brake','Glass','Muffler'])[1 + n % 3] || ' Works ' || n,
       n || '% Main Street, Kansas City', 'INV-' || n * 7919, 'pending'
     from generate_series(1, 600) n`,
  );
  await network.database.rows('analyze tasks');
  for (const wanted of ['muffler works 49', 'inv-4711', 'main street', 'works 5', '77% main', 'o-rare']) {
    const [expected] = await network.database.rows<{ ids: number[] }>(
      `select coalesce(array_agg(id order by id desc), '{}') as ids from (
         select id from tasks where strpos(search_key, search_key($1)) > 0 order by id desc limit 20) t`,
      [wanted],
    );
    expect((await find(wanted)).ids, wanted).toEqual(expected?.ids);
  }
});
