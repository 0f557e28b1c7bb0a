/**
 * The task form over HTTP, as a browser without JavaScript sends it: need-by on business clocks, conflicts of two
 * people, drivers.
 */
import { expect, test } from 'vitest';
import { wallClock } from '~/domain/kernel/time';
import type { Task } from '~/domain/tasks/model/task';
import { delivery, make, transfer } from '../support/factories';
import { addUser } from '../support/rows';
import { useNetwork } from '../support/use-network';

const ZONE = 'America/Chicago';
const network = useNetwork({ BUSINESS_TIME_ZONE: ZONE });
const dispatcher = network.client('dispatcher');
const colleague = network.client('dispatcher2');

type Fields = Record<string, string>;

/**
 * Sends the form.
 * @returns the status, the address of the redirect, and the page's text.
 */
async function send(path: string, fields: Fields, client = dispatcher) {
  const { status, headers, body } = await client.call<string>('POST', path, {
    body: new URLSearchParams({ intent: 'save', ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: network.app.origin },
  });
  return { status, to: headers.get('location'), page: body };
}

const entry = (fields: Fields = {}): Fields => ({
  type: 'delivery',
  location: 'Late Garage',
  invoice_number: 'INV-5',
  status: 'hold',
  priority: 'normal',
  driver_id: '',
  ...fields,
});

const stored = (location: string) =>
  network.database.rows<Task & { need_by: Date | null }>('select * from tasks where location = $1', [
    location,
  ]);

test('the time zone of the server’s setting is not changed by an admin', async () => {
  const admin = await network.as('admin');
  const { status, body } = await admin.patch('/api/admin/network', { timeZone: 'America/Denver' });
  expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['timeZone']]);
  expect((await admin.get('/api/admin/network')).body).toMatchObject({ timeZone: ZONE });
});

test('day and hour are those of business clocks', async () => {
  const location = 'Summer Garage';
  const { status } = await send(
    '/dispatcher/tasks/new',
    entry({ location, need_by_date: '2027-07-01', need_by_hour: '0' }),
  );
  expect(status).toBe(302);
  expect((await stored(location))[0]?.need_by?.toISOString()).toBe('2027-07-01T05:00:00.000Z');
});

test('the hour that clocks skip is refused with a sentence, and everything typed is there', async () => {
  const fields = entry({
    location: 'Skipped Garage',
    need_by_date: '2027-03-14',
    need_by_hour: '2',
    notes: 'ring twice',
  });
  for (const shown of [{}, { need_by_shown: '2027-03-14 2' }] as Fields[]) {
    const { status, page } = await send('/dispatcher/tasks/new', { ...fields, ...shown });
    expect(status).toBe(422);
    expect(page).toContain('2 AM does not exist on Mar 14, 2027');
    expect(page).toContain('ring twice');
    expect(page).not.toContain('name="need_by_shown"');
  }
  expect(await stored('Skipped Garage')).toEqual([]);
});

test('the hour that strikes twice is told first, and then is the second', async () => {
  const fields = entry({ location: 'Twice Garage', need_by_date: '2027-11-07', need_by_hour: '1' });
  const { status, page } = await send('/dispatcher/tasks/new', fields);
  expect(status).toBe(422);
  expect(page).toContain('1 AM happens twice on Nov 7, 2027');
  expect(page).toContain('name="need_by_shown" value="2027-11-07 1"');
  // A confirmation for another day's hour does not count.
  expect((await send('/dispatcher/tasks/new', { ...fields, need_by_shown: '2027-11-06 1' })).status).toBe(
    422,
  );
  expect((await send('/dispatcher/tasks/new', { ...fields, need_by_shown: '2027-11-07 1' })).status).toBe(
    302,
  );
  expect((await stored('Twice Garage'))[0]?.need_by?.toISOString()).toBe('2027-11-07T07:00:00.000Z');
});

test('a need-by in the past is told first; then the task becomes pending at once', async () => {
  const { date } = wallClock(new Date(Date.now() - 86_400_000), ZONE);
  const fields = entry({ location: 'Past Garage', need_by_date: date, need_by_hour: '9' });
  const { status, page } = await send('/dispatcher/tasks/new', fields);
  expect(status).toBe(422);
  expect(page).toContain('has already passed: the task becomes Pending right away');
  expect((await send('/dispatcher/tasks/new', { ...fields, need_by_shown: `${date} 9` })).status).toBe(302);
  await expect.poll(async () => (await stored('Past Garage'))[0]?.status).toBe('pending');
});

test('a day without an hour asks for one; an hour without a day is nothing', async () => {
  const { status, page } = await send(
    '/dispatcher/tasks/new',
    entry({ location: 'Hourless', need_by_date: '2027-07-01' }),
  );
  expect(status).toBe(422);
  expect(page).toContain('Choose an hour');
  await send('/dispatcher/tasks/new', entry({ location: 'Dayless', need_by_hour: '9' }));
  expect((await stored('Dayless'))[0]).toMatchObject({ status: 'hold', need_by: null });
});

const formOf = (task: Task, changed: Fields = {}): Fields => ({
  type: task.type,
  location: task.location,
  address: task.address,
  invoice_number: task.invoice_number,
  part_numbers: task.part_numbers,
  notes: task.notes,
  status: task.status,
  priority: task.priority,
  driver_id: String(task.driver_id ?? ''),
  version: String(task.version),
  ...changed,
});
const pathOf = ({ id }: Task) => `/dispatcher/tasks/${String(id)}`;
const read = async ({ id }: Task) => (await dispatcher.get<Task>(`/api/tasks/${String(id)}`)).body;

test('minutes of a need-by that is not touched stay, and line breaks are no change', async () => {
  const task = await make(
    dispatcher,
    delivery({ status: 'hold', need_by: '2027-07-01T14:37:00Z', notes: 'one\ntwo' }),
  );
  const fields = formOf(task, { need_by_date: '2027-07-01', need_by_hour: '9', notes: 'one\r\ntwo' });
  expect((await send(pathOf(task), fields)).status).toBe(302);
  const after = await read(task);
  expect(
    await network.database.rows(
      "select changes from task_events where task_id = $1 and action <> 'created'",
      [task.id],
    ),
  ).toEqual([]);
  expect(Date.parse(after.need_by ?? '')).toBe(Date.parse('2027-07-01T14:37:00Z'));
});

test('a field that only the other changed is merged, a field that both changed is chosen, and a third change shows again', async () => {
  const { driver, driver2 } = network.ids;
  const task = await make(dispatcher, delivery({ driver_id: driver, notes: 'first' }));
  const opened = formOf(task, { notes: 'mine', invoice_number: 'INV-MINE' });
  await colleague.patch(`/api/tasks/${String(task.id)}`, {
    notes: 'theirs',
    driver_id: driver2,
    priority: 'urgent',
  });

  const first = await send(pathOf(task), opened);
  expect(first.status).toBe(409);
  const text = first.page.replace(/<!-- -->/g, '').replace(/<[^>]*>/g, '');
  expect(text).toContain('Keep mine: mine');
  expect(text).toContain('Use theirs: theirs');
  expect(text).toContain('Driver: Alma Driver → Ben Driver (Devon Dispatcher');
  expect(text).toContain('Priority: Normal → Urgent');
  expect(text).not.toContain('driver id');
  expect(first.page).toContain('value="INV-MINE"');
  const merged = {
    ...opened,
    version: String((await read(task)).version),
    driver_id: String(driver2),
    priority: 'urgent',
    merge_notes: 'theirs',
    theirs_notes: 'theirs',
  };
  // The conflict has saved nothing, and a colleague changes the task once more.
  expect(await read(task)).toMatchObject({ notes: 'theirs', invoice_number: 'INV-1001' });
  await colleague.patch(`/api/tasks/${String(task.id)}`, { invoice_number: 'INV-THIRD' });
  const second = await send(pathOf(task), merged);
  expect(second.status).toBe(409);
  expect(second.page).toContain('merge_invoice_number');
  expect(second.page).not.toContain('merge_notes');

  const last = { ...merged, version: String((await read(task)).version), merge_invoice_number: 'mine' };
  expect((await send(pathOf(task), last)).status).toBe(302);
  expect(await read(task)).toMatchObject({
    notes: 'theirs',
    invoice_number: 'INV-MINE',
    driver_id: driver2,
    priority: 'urgent',
  });
});

test('both changed the need-by: told on business clocks; theirs keeps its minutes', async () => {
  const task = await make(dispatcher, delivery({ status: 'hold', need_by: '2027-07-01T15:00:00Z' }));
  await colleague.patch(`/api/tasks/${String(task.id)}`, { need_by: '2027-07-02T14:30:00Z' });
  const fields = formOf(task, { need_by_date: '2027-07-03', need_by_hour: '8' });
  const { status, page } = await send(pathOf(task), fields);
  expect(status).toBe(409);
  expect(page).toContain('Jul 3, 2027 8 AM');
  expect(page).toContain('Jul 2, 2027 9:30 AM');
  const chosen = {
    merge_need_by: 'theirs',
    theirs_need_by_date: '2027-07-02',
    theirs_need_by_hour: '9',
    version: String((await read(task)).version),
  };
  expect((await send(pathOf(task), { ...fields, ...chosen })).status).toBe(302);
  expect(Date.parse((await read(task)).need_by ?? '')).toBe(Date.parse('2027-07-02T14:30:00Z'));
});

test('fields of a transfer are merged like the others', async () => {
  const { driver, driver2, driver3 } = network.ids;
  const task = await make(dispatcher, transfer({ driver_id: driver, transfer_to_driver_id: driver2 }));
  await colleague.patch(`/api/tasks/${String(task.id)}`, {
    transfer_to_driver_id: driver3,
    transfer_destination_location: 'Eastside Hub',
  });
  const fields = formOf(task, {
    transfer_to_driver_id: '',
    transfer_destination_location: 'Southside Hub',
    transfer_destination_address: task.transfer_destination_address ?? '',
  });
  const { status, page } = await send(pathOf(task), fields);
  const text = page.replace(/<!-- -->/g, '').replace(/<[^>]*>/g, '');
  expect(status).toBe(409);
  expect(text).toContain('Keep mine: –');
  expect(text).toContain('Use theirs: Cleo Driver');
  expect(text).toContain('Delivery Location Name: Southside Hub → Eastside Hub');
});

test('a change that the form does not show asks nothing', async () => {
  const task = await make(dispatcher, delivery({ location: 'Moved on the map' }));
  await colleague.patch(`/api/tasks/${String(task.id)}`, { latitude: '39.1', longitude: '-94.5' });
  expect((await send(pathOf(task), formOf(task, { notes: 'mine' }))).status).toBe(302);
  expect(await read(task)).toMatchObject({ notes: 'mine', latitude: '39.1' });
});

test('somebody who drives no more is named beside the field, whether chosen now or before', async () => {
  const leaver = await addUser(network.database, 'leaver', { name: 'Lee Leaver' });
  const driver_id = String(leaver);
  const task = await make(dispatcher, delivery({ driver_id: leaver, status: 'next-route' }));
  await network.database.rows('update users set deactivated_at = now() where id = $1', [leaver]);
  const sentence = 'Lee Leaver is no longer a driver. Choose another one.';
  for (const [path, fields] of [
    ['/dispatcher/tasks/new', entry({ driver_id, status: 'pending', notes: 'kept words' })],
    [pathOf(task), formOf(task, { notes: 'kept words' })],
  ] as const) {
    const { status, page } = await send(path, fields);
    expect(status).toBe(422);
    expect(page).toContain(sentence);
    expect(page).toContain('kept words');
    expect(page).toContain('(no longer a driver)');
  }
});

test('a delivery that was unlocked is edited like any other', async () => {
  const { driver, driver2, driver3 } = network.ids;
  const handed = await make(dispatcher, transfer({ driver_id: driver, transfer_to_driver_id: driver2 }));
  await dispatcher.patch(`/api/tasks/${String(handed.id)}`, { status: 'completed' });
  const [{ id } = { id: 0 }] = await network.database.rows<{ id: number }>(
    'select id from tasks where linked_task_id = $1',
    [handed.id],
  );
  const task = (await dispatcher.get<Task>(`/api/tasks/${String(id)}`)).body;
  expect(task.status).toBe('pending');
  const changed = formOf(task, { linked: 'true', driver_id: String(driver3), location: 'Elsewhere' });
  expect((await send(pathOf(task), changed)).status).toBe(302);
  expect(await read(task)).toMatchObject({ driver_id: driver3, location: 'Elsewhere' });
});

test('with 50,000 accounts the prefix is looked up in its index, and %, _ and \\ are letters', async () => {
  await network.database.rows(
    `insert into accounts (name, account_type) select 'Account ' || i, 'shop' from generate_series(1, 50000) i`,
  );
  await network.database.rows(
    `insert into accounts (name) values ('50% Motors'), ('500 Motors'), ('A_B Parts'), ('AxB Parts'), ('Back\\slash')`,
  );
  await network.database.rows('analyze accounts');
  const scans = async () => {
    const [found] = await network.database.rows<{ index: number; table: number }>(
      `select (select idx_scan from pg_stat_user_indexes where indexrelname = 'accounts_name_prefix')::integer as index,
              (select seq_scan from pg_stat_user_tables where relname = 'accounts')::integer as table`,
    );
    return found ?? { index: 0, table: 0 };
  };
  const search = async (text: string) => {
    const query = new URLSearchParams({ search: text, limit: '8' });
    return (await dispatcher.get<{ name: string }[]>(`/api/accounts?${query}`)).body.map(({ name }) => name);
  };
  const before = await scans();
  expect(await search('aCCount 4999')).toEqual([
    'Account 4999',
    ...[0, 1, 2, 3, 4, 5, 6].map((i) => `Account 4999${String(i)}`),
  ]);
  expect(await search('50%')).toEqual(['50% Motors']);
  expect(await search('a_b')).toEqual(['A_B Parts']);
  expect(await search('back\\')).toEqual(['Back\\slash']);
  // The server updates its statistics a little after each statement.
  await expect.poll(async () => (await scans()).index).toBeGreaterThan(before.index);
  expect((await scans()).table).toBe(before.table);
});
