/** The task dialogs' forms, sent with values that our dialogs do not offer. */
import { expect, test } from 'vitest';
import { make, delivery, pickup } from '../support/factories';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

const fields = {
  intent: 'save',
  type: 'delivery',
  location: 'Fairway Ford',
  address: '4001 Main St, Kansas City, MO 64111',
  invoice_number: 'INV-1',
  priority: 'normal',
};

test.each(['completed', 'going'])(
  'a new task that begins as %s is refused beside the field',
  async (status) => {
    const answer = await submitForm(dispatcher, '/dispatcher/tasks/new', { ...fields, status });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatch(
      /id="task-status-error"[^>]*>[^<]*A new task can be pending, hold or next-route/,
    );
    // The typed text is still there.
    expect(answer.body).toContain('value="Fairway Ford"');
  },
);

test('an address that is too long is not looked up', async () => {
  const task = await make(dispatcher, delivery());
  const path = `/dispatcher/tasks/${String(task.id)}`;
  const answer = await submitForm(dispatcher, path, {
    ...fields,
    intent: 'geolocate',
    address: 'x'.repeat(2_000),
  });
  expect(answer.status).toBe(422);
  expect(answer.body).toContain('Address must be at most');
});

test('Re-geolocate looks the address up at every press, whatever the key of the form', async () => {
  const task = await make(dispatcher, delivery({ address: fields.address }));
  const path = `/dispatcher/tasks/${String(task.id)}`;
  const press = () => submitForm(dispatcher, path, { ...fields, intent: 'geolocate', _key: 'the-same-form' });
  expect((await press()).body).toContain('Task location has been successfully re-geolocated');
  await network.database.rows('update tasks set latitude = null, longitude = null where id = $1', [task.id]);
  expect((await press()).status).toBe(200);
  const { body } = await dispatcher.get<{ latitude: string | null }>(`/api/tasks/${String(task.id)}`);
  expect(body.latitude).not.toBeNull();
});

const boxIn = (page: string, name: string) =>
  new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(page)?.[0] ?? '';
const copyOf = (id: number | string, client = dispatcher) =>
  client.get<string>(`/dispatcher/tasks/new?copy=${String(id)}`);

test('a copy has everything of its task but the invoice, the status and the time', async () => {
  const account = await dispatcher.post<{ id: number }>('/api/accounts', {
    name: 'Copy Cat Motors',
    accountType: 'shop',
  });
  expect(account.status).toBe(201);
  const sent = await make(
    dispatcher,
    delivery({
      location: 'Copy Cat Motors',
      notes: 'Side door',
      priority: 'urgent',
      driver_id: network.ids.driver,
      status: 'hold',
      need_by: new Date(Date.now() + 48 * 60 * 60_000).toISOString(),
    }),
  );
  const { body, status } = await copyOf(sent.id);
  expect(status).toBe(200);
  expect(boxIn(body, 'location')).toContain('value="Copy Cat Motors"');
  expect(boxIn(body, 'address')).toContain('value="6300 Brookside Plaza, Kansas City, MO 64113"');
  for (const name of ['invoice_number', 'need_by_date'])
    expect(boxIn(body, name)).not.toMatch(/^$| value="[^"]/);
  expect(body).toContain('>Side door</textarea>');
  for (const chosen of ['urgent', 'pending', String(network.ids.driver)])
    expect(body).toMatch(new RegExp(`<option (value="${chosen}" selected=""|selected="" value="${chosen}")`));
  expect(body).not.toContain('The task to copy no longer exists');

  const got = await make(
    dispatcher,
    pickup({ destination_account_id: account.body.id, part_numbers: 'P-7', priority: 'high' }),
  );
  const page = (await copyOf(got.id)).body;
  expect(page).toMatch(/<input[^>]*value="pickup"[^>]*checked=""|<input[^>]*checked=""[^>]*value="pickup"/);
  expect(boxIn(page, 'part_numbers')).toContain('value="P-7"');
  expect(boxIn(page, 'destination_name')).toContain('value="Copy Cat Motors"');
  expect(page).toMatch(/<option (value="high" selected=""|selected="" value="high")/);
});

test('the copy of a task that is gone is an empty form that says so; a driver may copy nothing', async () => {
  const task = await make(dispatcher, delivery({ driver_id: network.ids.driver }));
  expect((await copyOf(task.id, driver)).status).toBe(403);
  await dispatcher.del(`/api/tasks/${String(task.id)}`);
  for (const id of [task.id, '0', 'x', '99999999999']) {
    const { body, status } = await copyOf(id);
    expect(status).toBe(200);
    expect(body).toContain('The task to copy no longer exists.');
    expect(boxIn(body, 'location')).not.toMatch(/^$| value="[^"]/);
  }
});
