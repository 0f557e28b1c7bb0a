/** The due time of a delivery: in calls, in forms, by the account's time of day, and where it is shown. */
import { expect, test } from 'vitest';
import type { Account } from '~/domain/network/accounts/schema';
import { clockAt, wallClock } from '~/domain/kernel/time';
import type { Task } from '~/domain/tasks/model/task';
import { delivery, make, pickup, transfer } from '../support/factories';
import { useNetwork } from '../support/use-network';

/** The time zone of the network. */
const ZONE = 'America/Chicago';
const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

const DUE = '2027-07-01T21:00:30.000Z';
const pathOf = ({ id }: { id: number }) => `/api/tasks/${String(id)}`;
const due = ({ deliver_by }: Task) => deliver_by && new Date(deliver_by).toISOString();
const read = async (task: { id: number }) => (await dispatcher.get<Task>(pathOf(task))).body;
const change = (task: Task, fields: object) => dispatcher.patch<Task>(pathOf(task), fields);
const account = async (more: object) =>
  (await dispatcher.post<Account>('/api/accounts', { phone: '', ...more })).body;

async function send(path: string, fields: Record<string, string>) {
  const { status, body } = await dispatcher.call<string>('POST', path, {
    body: new URLSearchParams({ intent: 'save', ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: network.app.origin },
  });
  return { status, page: body };
}
const stored = async (location: string) => {
  const [task] = await network.database.rows<{ id: number }>('select id from tasks where location = $1', [
    location,
  ]);
  return read(task ?? { id: 0 });
};

test('a due time of its own stays whatever the status is, until it is changed or the type has no use for it', async () => {
  const task = await make(dispatcher, delivery({ deliver_by: DUE }));
  expect(due(task)).toBe(DUE);
  for (const status of ['hold', 'pending', 'going', 'completed', 'pending'])
    expect(due((await change(task, { status, driver_id: network.ids.driver })).body)).toBe(DUE);
  expect((await driver.patch(pathOf(task), { deliver_by: null })).status).toBe(403);
  expect((await change(task, { deliver_by: 'at four' })).status).toBe(422);
  expect((await change(task, { deliver_by: null })).body.deliver_by).toBeNull();
  await change(task, { deliver_by: DUE });
  const { body } = await change(task, { type: 'pickup', part_numbers: 'P-1' });
  expect(body.deliver_by).toBeNull();
  expect((await make(dispatcher, pickup({ deliver_by: DUE }))).deliver_by).toBeNull();
});

test('the delivery of a transfer is due when the transfer says so', async () => {
  const task = await make(
    dispatcher,
    transfer({
      deliver_by: DUE,
      driver_id: network.ids.driver,
      transfer_to_driver_id: network.ids.driver2,
      transfer_destination_location: 'Handed Over Shop',
    }),
  );
  expect(due(await stored('Handed Over Shop'))).toBe(DUE);
  const later = new Date(Date.parse(DUE) + 3_600_000).toISOString();
  await change(task, { deliver_by: later });
  expect(due(await stored('Handed Over Shop'))).toBe(later);
});

test('new deliveries of an account are due at its time of day, the next that comes', async () => {
  const address = { address: '12 Prompt St', city: 'Lenexa', state: 'KS', zipCode: '66215' };
  const name = 'Prompt Collision';
  const made = await account({ name, deliverBy: '16:05', ...address });
  expect(made.deliverBy).toBe('16:05');
  const to = { location: name, address: '12 Prompt St, Lenexa, KS 66215' };
  const task = await make(dispatcher, delivery(to));
  const at = new Date(task.deliver_by ?? 0);
  expect(clockAt(at, ZONE)).toBe('16:05');
  expect(at.getTime()).toBeGreaterThan(Date.now());
  expect(at.getTime()).toBeLessThan(Date.now() + 25 * 3_600_000);
  // A held delivery is due after its release, also across a change of clocks.
  const held = { ...to, status: 'hold', need_by: '2027-03-13T23:00:00Z' };
  expect(due(await make(dispatcher, delivery(held)))).toBe('2027-03-14T21:05:00.000Z');
  expect(due(await make(dispatcher, delivery({ ...to, deliver_by: DUE })))).toBe(DUE);
  expect((await make(dispatcher, delivery({ ...to, deliver_by: null }))).deliver_by).toBeNull();
  expect((await make(dispatcher, pickup(to))).deliver_by).toBeNull();
  const handed = { transfer_destination_location: name, transfer_destination_address: to.address };
  expect((await make(dispatcher, transfer(handed))).deliver_by).toBe(task.deliver_by);
  // When two accounts have one name, the address decides. An unknown address leaves the account undecided.
  const other = await account({ name, deliverBy: '09:30', ...address, address: '900 Early Ave' });
  const early = await make(dispatcher, delivery({ ...to, address: '900 Early Ave, Lenexa, KS 66215' }));
  expect(clockAt(new Date(early.deliver_by ?? 0), ZONE)).toBe('09:30');
  expect((await make(dispatcher, delivery({ ...to, address: '1 Nowhere' }))).deliver_by).toBeNull();
  // When both accounts have the same time, the account need not be known.
  await dispatcher.patch(`/api/accounts/${String(other.id)}`, { deliverBy: '16:05' });
  const either = await make(dispatcher, delivery({ ...to, address: '1 Nowhere' }));
  expect(either.deliver_by).toBe(task.deliver_by);
  await dispatcher.patch(`/api/accounts/${String(made.id)}`, { deliverBy: null });
  expect((await make(dispatcher, delivery(to))).deliver_by).toBeNull();
  expect(due(await read(task))).toBe(at.toISOString());
  await dispatcher.del(`/api/accounts/${String(other.id)}`);
});

test('an account’s time is a time of day', async () => {
  const refused = await dispatcher.post<{ fields: object }>('/api/accounts', {
    name: 'Whenever',
    deliverBy: '25:00',
  });
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    { deliverBy: ['Deliver by must be a time such as 16:00'] },
  ]);
});

const entry = (location: string, more: Record<string, string> = {}) => ({
  type: 'delivery',
  location,
  invoice_number: 'INV-7',
  status: 'pending',
  priority: 'normal',
  driver_id: '',
  deliver_by_time: '',
  deliver_by_date: '',
  ...more,
});

test('the form takes time and date on business clocks; a time alone is today’s, a date alone is refused', async () => {
  const both = entry('Timed Garage', { deliver_by_time: '16:00', deliver_by_date: '2027-07-01' });
  expect((await send('/dispatcher/tasks/new', both)).status).toBe(302);
  expect(due(await stored('Timed Garage'))).toBe('2027-07-01T21:00:00.000Z');
  await send('/dispatcher/tasks/new', entry('Today Garage', { deliver_by_time: '23:59' }));
  const today = Date.parse((await stored('Today Garage')).deliver_by ?? '') - Date.now();
  expect(today).toBeGreaterThan(-60_000);
  expect(today).toBeLessThan(24 * 3_600_000);
  const dateOnly = await send('/dispatcher/tasks/new', entry('Dated', { deliver_by_date: '2027-07-01' }));
  expect(dateOnly.status).toBe(422);
  expect(dateOnly.page).toContain('Type a time such as 4:00 PM');
});

test('the edit form keeps a due time that is not touched, empties it, and the activity tells', async () => {
  const task = await make(dispatcher, delivery({ location: 'Edited Garage', deliver_by: DUE }));
  const path = `/dispatcher/tasks/${String(task.id)}`;
  const page = (await dispatcher.get<string>(path)).body;
  expect(page).toContain('value="16:00"');
  expect(page).toContain('value="2027-07-01"');
  const form = entry(task.location, { address: task.address, invoice_number: task.invoice_number });
  const shown = { ...form, deliver_by_time: '16:00', deliver_by_date: '2027-07-01', notes: 'ring' };
  expect((await send(path, { ...shown, version: String(task.version) })).status).toBe(302);
  expect(due(await read(task))).toBe(DUE);
  await send(path, { ...form, notes: 'ring', version: String((await read(task)).version) });
  expect((await read(task)).deliver_by).toBeNull();
  const after = (await dispatcher.get<string>(path)).body;
  expect(after).toContain('Deliver By');
  expect(after).toContain('Jul 1, 2027 4:00 PM');
});

test('a copy has no due time yet', async () => {
  const task = await make(dispatcher, delivery({ location: 'Copied Garage', deliver_by: DUE }));
  const { body } = await dispatcher.get<string>(`/dispatcher/tasks/new?copy=${String(task.id)}`);
  expect(body).toContain('Copied Garage');
  expect(body).not.toContain('2027-07-01');
});

test('the panel, the run sheet and the driver’s page say by when', async () => {
  const { driver: id } = network.ids;
  const soon = new Date(Date.now() + 60_000).toISOString();
  await make(dispatcher, delivery({ location: 'Shown Garage', deliver_by: soon, driver_id: id }));
  const pages = [
    dispatcher.get<string>(`/dispatcher/drivers/${String(id)}`),
    dispatcher.get<string>(`/dispatcher/drivers/${String(id)}/sheet`),
    driver.get<string>('/driver'),
  ];
  for (const { body } of await Promise.all(pages))
    expect(body).toMatch(new RegExp(`by (<!-- -->)?<time[^>]*dateTime="${soon.slice(0, 19)}`, 'i'));
});

test('a file of accounts has the time as people write it, and gets it back', async () => {
  const csvData = [
    'Company Name,Address,Deliver By',
    'Four Motors,1 Four St,4 PM',
    'Half Motors,2 Half St,16:30',
    'None Motors,3 None St,',
    'Bad Motors,4 Bad St,soon',
  ].join('\n');
  const { body } = await dispatcher.post<{ imported: number; rejected: object[] }>(
    '/api/accounts/import-csv',
    { csvData },
  );
  expect(body).toMatchObject({
    imported: 3,
    rejected: [{ line: 5, error: 'Deliver By must be a time such as 4:00 PM' }],
  });
  const { body: exported } = await dispatcher.get<string>('/accounts/export.csv');
  expect(exported).toMatch(/^Four Motors,1 Four St,.*,16:00,\r?$/m);
  expect(exported).toMatch(/^None Motors,3 None St,.*,,\r?$/m);
});

test('a due time in the past is said first; then it is stored; one that is not touched needs no word', async () => {
  const { date } = wallClock(new Date(Date.now() - 86_400_000), ZONE);
  const fields = {
    type: 'delivery',
    location: 'Overdue Garage',
    invoice_number: 'INV-1',
    status: 'pending',
    priority: 'normal',
    deliver_by_time: '09:30',
    deliver_by_date: date,
  };
  const refused = await send('/dispatcher/tasks/new', fields);
  expect(refused.status).toBe(422);
  expect(refused.page).toContain('has already passed: the delivery is late from the start');
  const shown = `${date} 09:30`;
  expect(refused.page).toContain(`name="deliver_by_shown" value="${shown}"`);
  const other = { ...fields, deliver_by_time: '09:31', deliver_by_shown: shown };
  expect((await send('/dispatcher/tasks/new', other)).status).toBe(422);
  expect((await send('/dispatcher/tasks/new', { ...fields, deliver_by_shown: shown })).status).toBe(302);
  const task = await stored('Overdue Garage');
  expect(due(task)).toBeTruthy();
  const again = { ...fields, version: String(task.version), notes: 'Ring twice' };
  expect((await send(`/dispatcher/tasks/${String(task.id)}`, again)).status).toBe(302);
  expect(await read(task)).toMatchObject({ notes: 'Ring twice', deliver_by: task.deliver_by });
  // A pickup has no due time.
  const pickedUp = { ...fields, type: 'pickup', location: 'Overdue Depot', part_numbers: 'P-1' };
  expect((await send('/dispatcher/tasks/new', pickedUp)).status).toBe(302);
});
