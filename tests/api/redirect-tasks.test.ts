/** When an account moves, the office sees the open tasks with the old address and can change them all at once. */
import { beforeEach, expect, test } from 'vitest';
import type { Account, AccountAddress } from '~/domain/network/accounts/schema';
import type { Redirectable } from '~/domain/tasks/model/answers';
import type { Task } from '~/domain/tasks/model/task';
import { delivery, make, pickup, transfer } from '../support/factories';
import { submitForm, undo } from '../support/forms';
import { brokenInvariants } from '../support/invariants';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

beforeEach(async () => {
  await network.database.rows('delete from tasks');
  await network.database.rows('delete from driver_notices');
});

const OLD = '12 Old Mill Rd, Kansas City, MO 64113';
const NEW = '700 New Address Blvd, Kansas City, MO 64111';
let accounts = 0;

async function movedAccount() {
  accounts += 1;
  const { body: account } = await dispatcher.post<Account>('/api/accounts', {
    name: `Moving Garage ${String(accounts)}`,
    accountType: 'shop',
    address: '12 Old Mill Rd',
    city: 'Kansas City',
    state: 'MO',
    zipCode: '64113',
  });
  const [address] = await addressesOf(account);
  if (!address) throw new Error('no address');
  const go = (more: object = {}) =>
    make(dispatcher, delivery({ location: account.name, address: OLD, ...more }));
  const move = () =>
    dispatcher.patch(`/api/account-addresses/${String(address.id)}`, {
      address: '700 New Address Blvd',
      zipCode: '64111',
    });
  return { account, address, go, move };
}
const addressesOf = async ({ id }: Account) =>
  (await dispatcher.get<AccountAddress[]>(`/api/accounts/${String(id)}/addresses`)).body;
const redirectable = async ({ id }: Account) =>
  (await dispatcher.get<Redirectable[]>(`/api/accounts/${String(id)}/tasks-at-former-addresses`)).body;
const redirect = ({ id }: AccountAddress, from: string) =>
  dispatcher.post<{ taskIds: number[] }>(`/api/account-addresses/${String(id)}/redirect-tasks`, { from });
const read = async ({ id }: Task) => (await dispatcher.get<Task>(`/api/tasks/${String(id)}`)).body;

test('open tasks at the old address are named and changed, also those under way; others stay', async () => {
  const { account, address, go, move } = await movedAccount();
  const mine = { driver_id: network.ids.driver };
  const going = [await go(mine), await go({ ...mine, invoice_number: 'INV-2' })];
  const pending = await go({
    location: account.name.toUpperCase(),
    address: '12 Old Mill Rd., Kansas City MO 64113',
  });
  const held = await make(
    dispatcher,
    pickup({ location: account.name, address: OLD, status: 'hold', latitude: '39.1', longitude: '-94.5' }),
  );
  const handed = await make(
    dispatcher,
    transfer({
      ...mine,
      transfer_to_driver_id: network.ids.driver2,
      transfer_destination_location: account.name,
      transfer_destination_address: OLD,
    }),
  );
  const done = await go();
  await dispatcher.patch(`/api/tasks/${String(done.id)}`, { status: 'completed' });
  const others = [
    await go({ location: 'Somebody Else' }),
    await go({ address: '13 Old Mill Rd, Kansas City, MO 64113' }),
  ];
  await driver.post('/api/tasks/batch/status', { taskIds: going.map(({ id }) => id), status: 'going' });
  expect(await redirectable(account)).toEqual([]);

  await move();
  const taskIds = [...going, pending, held, handed].map(({ id }) => id);
  expect(await redirectable(account)).toEqual([
    { from: OLD, addressId: address.id, to: NEW, taskIds, going: 2 },
  ]);
  expect((await redirect(address, OLD)).body).toEqual({ taskIds });
  for (const task of [...going, pending, held]) expect(await read(task)).toMatchObject({ address: NEW });
  expect(await read(handed)).toMatchObject({ transfer_destination_address: NEW });
  const [linked] = await network.database.rows<{ address: string }>(
    'select address from tasks where linked_task_id = $1',
    [handed.id],
  );
  expect(linked?.address).toBe(NEW);
  expect((await read(held)).latitude).not.toBe('39.1');
  expect((await read(done)).address).toBe(OLD);
  for (const task of others) expect((await read(task)).address).toBe(task.address);
  // The driver gets the same notice as for any other change.
  const notices = "select change->'fields'->>'address' as address from driver_notices where kind = 'changed'";
  expect(await network.database.rows(notices)).toEqual([{ address: OLD }, { address: OLD }]);
  expect(await redirectable(account)).toEqual([]);
  expect((await redirect(address, OLD)).body).toEqual({ taskIds: [] });
  expect(await brokenInvariants(network.database)).toEqual([]);
});

test('an address that was deleted leaves its tasks to the default one; several moves are several lines', async () => {
  const { account, address, go, move } = await movedAccount();
  const first = await go();
  const { body: dock } = await dispatcher.post<AccountAddress>(
    `/api/accounts/${String(account.id)}/addresses`,
    {
      name: 'Dock',
      address: '5 Side St',
      city: 'Kansas City',
      state: 'MO',
      zipCode: '64113',
    },
  );
  const SIDE = '5 Side St, Kansas City, MO 64113';
  const second = await go({ address: SIDE });
  await move();
  await dispatcher.call('DELETE', `/api/account-addresses/${String(dock.id)}`);
  const toNew = { addressId: address.id, to: NEW, going: 0 };
  expect(await redirectable(account)).toEqual([
    { from: SIDE, taskIds: [second.id], ...toNew },
    { from: OLD, taskIds: [first.id], ...toNew },
  ]);
  // The account has moved back, so no task has a former address.
  await dispatcher.patch(`/api/account-addresses/${String(address.id)}`, {
    address: '12 Old Mill Rd',
    zipCode: '64113',
  });
  expect(await redirectable(account)).toMatchObject([{ from: SIDE, taskIds: [second.id], to: OLD }]);
  expect((await redirect(address, '')).status).toBe(422);
});

test('the button is one act, which is taken back as one', async () => {
  const { account, address, go, move } = await movedAccount();
  const mine = { driver_id: network.ids.driver };
  const tasks = [await go(mine), await go({ ...mine, invoice_number: 'INV-2' }), await go()];
  await driver.post('/api/tasks/batch/status', {
    taskIds: tasks.slice(0, 2).map(({ id }) => id),
    status: 'going',
  });
  await move();
  const path = `/accounts/${String(account.id)}/addresses`;
  const { toast } = await submitForm(dispatcher, path, {
    intent: 'redirectTasks',
    addressId: String(address.id),
    from: OLD,
  });
  expect(toast).toMatchObject({ title: '3 tasks go to the new address', offer: { label: 'Undo' } });
  for (const task of tasks) expect((await read(task)).address).toBe(NEW);
  await undo(dispatcher, toast);
  for (const task of tasks) expect((await read(task)).address).toBe(OLD);
});
