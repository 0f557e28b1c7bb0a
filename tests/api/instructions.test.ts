/** Instructions of an address: drivers read them at its stops, on the phone and on paper. */
import { expect, test } from 'vitest';
import type { AccountAddress } from '~/domain/network/accounts/schema';
import { delivery, make, pickup } from '../support/factories';
import { addRun, addSchedule } from '../support/runs';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

const STREET = { city: 'Lenexa', state: 'KS', zipCode: '66215' };
const addressesOf = async (accountId: number) =>
  (await dispatcher.get<AccountAddress[]>(`/api/accounts/${String(accountId)}/addresses`)).body;

/** An account with instructions at its first address, and another address without any. */
async function account(name: string, instructions: string) {
  const { body } = await dispatcher.post<{ id: number }>('/api/accounts', {
    name,
    address: `1 ${name} St`,
    ...STREET,
    instructions,
  });
  await dispatcher.post(`/api/accounts/${String(body.id)}/addresses`, {
    name: 'Other',
    address: `2 ${name} St`,
    ...STREET,
  });
  const [first] = await addressesOf(body.id);
  return { id: body.id, address: first };
}
const at = (name: string, number = 1) => `${String(number)} ${name} St, Lenexa, KS 66215`;
const seenBy = async (path: string) => (await driver.get<string>(path)).body;

test('instructions are a field of addresses: read, changed, kept in the activity, refused when too long', async () => {
  const { id, address } = await account('Acorn', 'Key box 4711');
  expect((await addressesOf(id)).map(({ instructions }) => instructions)).toEqual(['Key box 4711', '']);
  const path = `/api/account-addresses/${String(address?.id)}`;
  expect((await dispatcher.patch(path, { instructions: 'x'.repeat(501) })).status).toBe(422);
  const { body } = await dispatcher.patch<AccountAddress>(path, { instructions: 'Rear door' });
  expect(body).toMatchObject({ instructions: 'Rear door', address: '1 Acorn St', version: 2 });
  const page = (await dispatcher.get<string>(`/accounts/${String(id)}/addresses?edit=${String(address?.id)}`))
    .body;
  expect(page).toContain('Instructions for Drivers');
  const [event] = await network.database.rows<{ changes: object }>(
    'select changes from account_events where address_id = $1 order by id desc limit 1',
    [address?.id],
  );
  expect(event?.changes).toEqual({ instructions: ['Key box 4711', 'Rear door'] });
});

test('the driver reads them before Going and under way, at that address only, and on the sheet', async () => {
  const { id } = await account('Birch', 'Gate code 99 <b>');
  const driver_id = network.ids.driver;
  const here = await make(
    dispatcher,
    delivery({ driver_id, location: 'Birch', address: at('Birch'), account_id: id }),
  );
  const text = 'Gate code 99 &lt;b&gt;';
  expect(await seenBy('/driver')).toContain(text);
  expect(await seenBy(`/driver/tasks/${String(here.id)}`)).toContain(text);
  await driver.patch(`/api/tasks/${String(here.id)}`, { status: 'going' });
  expect(await seenBy('/driver')).toContain(text);
  const sheet = `/dispatcher/drivers/${String(driver_id)}/sheet`;
  expect((await dispatcher.get<string>(sheet)).body).toContain(text);
  await dispatcher.patch(`/api/tasks/${String(here.id)}`, { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [here.id] });

  const elsewhere = await make(
    dispatcher,
    delivery({ driver_id, location: 'Birch', address: at('Birch', 2), account_id: id }),
  );
  expect(await seenBy('/driver')).not.toContain(text);
  await dispatcher.del(`/api/tasks/${String(elsewhere.id)}`);
  // A pickup goes to the place of its name, whatever account its parts are for.
  await make(dispatcher, pickup({ driver_id, location: 'birch', address: at('Birch') }));
  expect(await seenBy('/driver')).toContain(text);
  expect((await dispatcher.del(`/api/accounts/${String(id)}`)).status).toBe(200);
  expect(await seenBy('/driver')).not.toContain(text);
});

test('a manifest has them', async () => {
  const { id } = await account('Cedar', 'Before 8 by the fence');
  const north = await addSchedule(network.database, { name: 'North', driverId: network.ids.driver2 ?? null });
  const run = await addRun(network.database, north, { cutoff: 30 });
  await make(dispatcher, delivery({ run_id: run, location: 'Cedar', address: at('Cedar'), account_id: id }));
  const manifest = await dispatcher.get<string>(
    `/dispatcher/drivers/${String(network.ids.driver2)}/sheet?run=${String(run)}`,
  );
  expect(manifest.body).toContain('Before 8 by the fence');
});

test('an import and an export have their column', async () => {
  const csvData = 'Company Name,Address,Instructions\nDogwood,"1 Dogwood St, Lenexa, KS 66215",Ring twice\n';
  const { body } = await dispatcher.post<{ imported: number }>('/api/accounts/import-csv', { csvData });
  expect(body.imported).toBe(1);
  const exported = (await dispatcher.get<string>('/accounts/export.csv?q=dogwood')).body;
  expect(exported.split('\r\n')[0]).toMatch(/,Deliver By,Instructions$/);
  expect(exported).toMatch(/Dogwood,.*,Ring twice\r\n/);
});
