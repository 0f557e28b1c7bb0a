/** The number that drivers call: only admins set it, it is checked like any phone number, and drivers get it. */
import { expect, test } from 'vitest';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const PATH = '/settings/dispatcher-phone';

const save = async (username: string, phone: string) =>
  submitForm(await network.as(username), PATH, { intent: 'savePhone', phone });
const pageOf = async (username: string, path = '/driver') =>
  (await (await network.as(username)).get<string>(path)).body;

test('an admin sets it, and drivers can call it', async () => {
  expect(await pageOf('driver')).not.toContain('Call dispatcher');
  expect((await save('admin', '816-555-0100')).status).toBe(302);
  expect(await pageOf('driver')).toContain('href="tel:8165550100"');
  // Users who do not drive have no use for the number.
  expect(await pageOf('dispatcher', '/dispatcher')).not.toContain('Call dispatcher');
  expect(
    await network.database.rows("select changes from admin_events where act = 'dispatcher.phone'"),
  ).toEqual([{ changes: { phone: ['', '816-555-0100'] } }]);

  const short = await save('admin', '555');
  expect(short.status).toBe(422);
  expect(short.body).toContain('Phone number must be at least 10 characters long');
  for (const username of ['driver', 'dispatcher'])
    expect((await save(username, '913-555-0100')).status).toBe(403);
  expect(await pageOf('driver')).toContain('href="tel:8165550100"');

  expect((await save('admin', '')).status).toBe(302);
  expect(await pageOf('driver')).not.toContain('Call dispatcher');
});
