/** The task dialogs' forms, sent with what no dialog of ours offers. */
import { expect, test } from 'vitest';
import { make, delivery } from '../support/factories';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');

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
    // What was typed is still there.
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
