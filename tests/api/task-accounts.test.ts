/** The account that a task goes to: chosen, or found by the name and the address of its place. */
import { expect, test, vi } from 'vitest';
import type { Account } from '~/domain/network/accounts/schema';
import type { Task } from '~/domain/tasks/model/task';
import { startApp } from '../support/app';
import { delivery, make, pickup, transfer } from '../support/factories';
import { submitForm, undo } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

type Failure = { error: string; fields: Record<string, string[]> };

const TOWN = { city: 'Lenexa', state: 'KS', zipCode: '66215' };
const lineOf = (street: string) => `${street}, Lenexa, KS 66215`;

async function account(name: string, street = '', more: object = {}): Promise<number> {
  const place = street === '' ? {} : { address: street, ...TOWN };
  const { status, body } = await dispatcher.post<Account>('/api/accounts', { name, ...place, ...more });
  expect(status).toBe(201);
  return body.id;
}
const pathOf = ({ id }: { id: number }) => `/api/tasks/${String(id)}`;
const change = (task: { id: number }, fields: object) => dispatcher.patch<Task>(pathOf(task), fields);
const accountOf = async (task: { id: number }) => (await dispatcher.get<Task>(pathOf(task))).body.account_id;
const nearby = (location: string, street = '') => delivery({ location, address: street && lineOf(street) });
/** Writes as an instance of an earlier version does. */
const older = (sql: string, values: unknown[]) => network.database.rows<{ id: number }>(sql, values);

test('a delivery goes to the only account of that name, and of several to the one at its address', async () => {
  const here = await account('Twin Collision', '1 First St');
  expect((await make(dispatcher, nearby('twin collision', '9 Elsewhere'))).account_id).toBe(here);
  const there = await account('Twin Collision', '2 Second St');
  expect((await make(dispatcher, nearby('Twin Collision', '2 SECOND ST.'))).account_id).toBe(there);
  const either = await make(dispatcher, nearby('Twin Collision', '9 Elsewhere'));
  expect(either.account_id).toBeNull();
  expect((await make(dispatcher, nearby('No Account'))).account_id).toBeNull();
  await dispatcher.del(`/api/accounts/${String(there)}`);
  expect(await accountOf(either)).toBe(here);
  expect((await make(dispatcher, nearby('Twin Collision', '9 Elsewhere'))).account_id).toBe(here);
});

test('a chosen account stays through a remark at the name and another address, not through another name', async () => {
  const first = await account('Chosen Body');
  const second = await account('Chosen Body');
  const task = await make(dispatcher, { ...nearby('Chosen Body'), account_id: second });
  expect(task.account_id).toBe(second);
  expect((await change(task, { address: '5 Other St' })).body.account_id).toBe(second);
  const remark = { location: 'Chosen Body, back door', account_id: second };
  expect((await change(task, remark)).body.account_id).toBe(second);
  expect((await change(task, { location: 'Chosen Body' })).body.account_id).toBeNull();
  expect((await change(task, { account_id: first })).body.account_id).toBe(first);
  // Nothing chosen: the place decides again.
  expect((await change(task, { account_id: null })).body.account_id).toBeNull();
  expect((await change(task, { notes: 'ring' })).body.account_id).toBeNull();
});

test('an account that does not exist is refused, and drivers choose none', async () => {
  const id = await account('Refused Parts');
  const refused = await dispatcher.post<Failure>('/api/tasks', delivery({ account_id: 999_999 }));
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    { account_id: ['This account does not exist'] },
  ]);
  const task = await make(dispatcher, delivery({ driver_id: network.ids.driver }));
  expect((await dispatcher.patch(pathOf(task), { account_id: 999_999 })).status).toBe(422);
  expect((await driver.patch(pathOf(task), { account_id: id })).status).toBe(403);
  expect((await driver.patch(pathOf(task), { destination_account_id: id })).status).toBe(403);
  expect(await accountOf(task)).toBeNull();
});

test('a transfer and its delivery go to the account at the end, a pickup only to a chosen one', async () => {
  const id = await account('Final Motors', '3 Final St');
  const task = await make(
    dispatcher,
    transfer({
      driver_id: network.ids.driver,
      transfer_to_driver_id: network.ids.driver2,
      transfer_destination_location: 'Final Motors',
      transfer_destination_address: lineOf('3 Final St'),
    }),
  );
  expect(task.account_id).toBe(id);
  const [linked] = await older('select id from tasks where linked_task_id = $1', [task.id]);
  expect(await accountOf(linked ?? task)).toBe(id);
  await change(task, { transfer_destination_location: 'Final Motors, gate 2', account_id: id });
  expect(await accountOf(linked ?? task)).toBe(id);
  await change(task, { transfer_destination_location: 'Someone Else' });
  expect([await accountOf(task), await accountOf(linked ?? task)]).toEqual([null, null]);

  const fetched = await make(dispatcher, pickup({ location: 'Final Motors' }));
  expect(fetched.account_id).toBeNull();
  const meant = await make(dispatcher, pickup({ account_id: id }));
  expect([meant.account_id, meant.destination_account_id]).toEqual([id, id]);
  const { body } = await change(meant, { type: 'delivery', invoice_number: 'I-1' });
  expect([body.account_id, body.destination_account_id]).toEqual([null, null]);
});

test('the former name of the field is accepted for pickups', async () => {
  const id = await account('Former Parts');
  const task = await make(dispatcher, pickup({ destination_account_id: id }));
  expect([task.account_id, task.destination_account_id]).toEqual([id, id]);
  expect((await change(task, { destination_account_id: null })).body.account_id).toBeNull();
  const other = await make(dispatcher, delivery({ location: 'Former Parts' }));
  expect((await change(other, { destination_account_id: null, notes: 'x' })).body.account_id).toBe(id);
});

test('a renamed account keeps its tasks: for its customer’s page, its due times and the search', async () => {
  const id = await account('Before Glass', '4 Glass St', { deliverBy: '16:00' });
  const task = await make(dispatcher, nearby('Before Glass', '4 Glass St'));
  await dispatcher.patch(`/api/accounts/${String(id)}`, { name: 'After Glass' });
  expect((await change(task, { address: lineOf('5 Glass St') })).body.account_id).toBe(id);
  const link = await dispatcher.post<{ token: string }>(`/api/accounts/${String(id)}/links`, {});
  const page = await fetch(`${network.app.origin}/p/${link.body.token}`);
  expect(await page.text()).toContain(lineOf('5 Glass St'));
  const { body } = await dispatcher.get<{ tasks: { id: number }[] }>('/api/tasks/find?q=After%20Glass');
  expect(body.tasks.map((found) => found.id)).toEqual([task.id]);
  const copy = await make(dispatcher, { ...nearby('Anything'), account_id: id });
  expect(copy.deliver_by).not.toBeNull();
});

test('open tasks are linked when their account is made, renamed or imported, and their version stays', async () => {
  const made = await make(dispatcher, nearby('Later Made'));
  const renamed = await make(dispatcher, nearby('Later Renamed'));
  const imported = await make(dispatcher, nearby('Later Imported'));
  const id = await account('Later Made');
  const other = await account('Later Something');
  await dispatcher.patch(`/api/accounts/${String(other)}`, { name: 'Later Renamed' });
  const csvData = 'Company Name,Address,City,State,ZIP\nLater Imported,6 Import St,Lenexa,KS,66215\n';
  expect((await dispatcher.post('/api/accounts/import-csv', { csvData })).status).toBe(200);
  const [account3] = (await dispatcher.get<Account[]>('/api/accounts?search=later%20imported')).body;
  expect([await accountOf(made), await accountOf(renamed), await accountOf(imported)]).toEqual([
    id,
    other,
    account3?.id,
  ]);
  expect((await change(made, { notes: 'still the same version' })).body.version).toBe(made.version + 1);
});

test('open deliveries of a deleted account go to its double, pickups keep it', async () => {
  const kept = await account('Double Tire', '7 Tire St');
  const double = await account('Double Tire', '8 Tire St');
  const task = await make(dispatcher, nearby('Double Tire', '8 Tire St'));
  const meant = await make(dispatcher, pickup({ account_id: double }));
  expect(task.account_id).toBe(double);
  await dispatcher.del(`/api/accounts/${String(double)}`);
  expect([await accountOf(task), await accountOf(meant)]).toEqual([kept, double]);
});

test('Undo gives a chosen account back, also with a deleted task', async () => {
  await account('Undone Shop');
  const chosen = await account('Undone Shop');
  const task = await make(dispatcher, { ...nearby('Undone Shop'), account_id: chosen });
  const form = {
    intent: 'save',
    version: task.version,
    type: 'delivery',
    location: 'Another Shop',
    address: '',
    invoice_number: task.invoice_number,
    status: 'pending',
    priority: 'normal',
    driver_id: String(task.driver_id ?? ''),
    location_account_id: '',
  };
  const saved = await submitForm(dispatcher, `/dispatcher/tasks/${String(task.id)}`, form);
  expect([saved.status, await accountOf(task)]).toEqual([302, null]);
  await undo(dispatcher, saved.toast);
  expect(await accountOf(task)).toBe(chosen);
  const gone = await submitForm(dispatcher, `/dispatcher/tasks/${String(task.id)}/delete`, {
    intent: 'deleteTask',
  });
  await undo(dispatcher, gone.toast);
  expect(await accountOf(task)).toBe(chosen);
});

test('the form sends the account that was chosen; without JavaScript the place decides', async () => {
  const one = await account('Form Garage', '10 Form St');
  const other = await account('Form Garage');
  const form = {
    intent: 'save',
    type: 'delivery',
    location: 'Form Garage',
    address: '',
    invoice_number: 'FORM-1',
    status: 'pending',
    priority: 'normal',
    driver_id: '',
  };
  const send = async (invoice: string, more: Record<string, string>) => {
    const sent = { ...form, invoice_number: invoice, ...more };
    expect((await submitForm(dispatcher, '/dispatcher/tasks/new', sent)).status).toBe(302);
    const [task] = await older('select id from tasks where invoice_number = $1', [invoice]);
    return accountOf(task ?? { id: 0 });
  };
  expect(await send('FORM-1', { location_account_id: String(other) })).toBe(other);
  expect(await send('FORM-2', {})).toBeNull();
  expect(await send('FORM-3', { address: lineOf('10 Form St') })).toBe(one);
  // Somebody has deleted the chosen account since.
  await dispatcher.del(`/api/accounts/${String(other)}`);
  expect(await send('FORM-4', { location_account_id: String(other) })).toBe(one);
});

test('writes of an instance of the version before are followed', async () => {
  const one = await account('Older Shop', '11 Older St');
  const two = await account('Older Shop', '12 Older St');
  const [task] = await older(
    `insert into tasks (type, location, address, invoice_number) values ('delivery', 'Older Shop', $1, 'O-1') returning id`,
    [lineOf('11 Older St')],
  );
  const made = task ?? { id: 0 };
  expect(await accountOf(made)).toBe(one);
  await older('update tasks set address = $1 where id = $2', [lineOf('12 Older St'), made.id]);
  expect(await accountOf(made)).toBe(two);
  await older("update tasks set address = '' where id = $1", [made.id]);
  expect(await accountOf(made)).toBe(two);
  await older("update tasks set location = 'Nobody' where id = $1", [made.id]);
  expect(await accountOf(made)).toBeNull();

  const meant = await make(dispatcher, pickup({ account_id: one }));
  await older('update tasks set destination_account_id = $1 where id = $2', [two, meant.id]);
  expect(await accountOf(meant)).toBe(two);
  await older(
    "update tasks set type = 'delivery', destination_account_id = null, location = 'Older Shop', address = $2 where id = $1",
    [meant.id, lineOf('11 Older St')],
  );
  expect(await accountOf(meant)).toBe(one);
});

test('archived tasks of the version before get their account in the background @long', async () => {
  const id = await account('Archived Shop');
  const rows = await older(
    `insert into tasks (type, location, part_numbers, invoice_number, destination_account_id, status, completed_at, archived)
     select type, location, '', '', account, 'completed', now() - interval '3 days', true
     from (values ('delivery', 'Archived Shop', null::integer), ('delivery', 'Unknown Shop', null), ('pickup', 'A', $1)) t (type, location, account),
       generate_series(1, 300) returning id`,
    [id],
  );
  const ids = rows.map((task) => task.id);
  // As the migration leaves them.
  await older('alter table tasks disable trigger tasks_keep_account', []);
  await older('update tasks set account_id = null where id = any($1)', [ids]);
  await older('alter table tasks enable trigger tasks_keep_account', []);
  await older(
    `insert into settings (name, value) values ('accounts-of-tasks', jsonb_build_object('below', $1::integer))`,
    [Math.max(...ids) + 1],
  );
  const app = await startApp({ databaseUrl: network.database.url });
  const left = async () =>
    (await older("select 1 as id from settings where name = 'accounts-of-tasks'", [])).length;
  await vi.waitFor(async () => expect(await left()).toBe(0), 30_000);
  await app.stop();
  const filled = await network.database.rows<{ location: string; account_id: number | null; n: number }>(
    'select location, account_id, count(*)::integer as n from tasks where id = any($1) group by 1, 2 order by 1',
    [ids],
  );
  expect(filled).toEqual([
    { location: 'A', account_id: id, n: 300 },
    { location: 'Archived Shop', account_id: id, n: 300 },
    { location: 'Unknown Shop', account_id: null, n: 300 },
  ]);
});
