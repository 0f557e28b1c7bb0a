/** A page that cannot read its tasks says so. */
import { expect, test } from 'vitest';
import { useNetwork } from '../support/use-network';

const network = useNetwork();

test.each([
  ['dispatcher', '/dispatcher'],
  ['dispatcher', '/dispatcher/drivers/unassigned'],
  ['dispatcher', '/dispatcher/attention'],
  ['driver', '/driver'],
])('%s: %s', async (username, path) => {
  const person = await network.as(username);
  await network.database.rows('alter table tasks rename to tasks_away');
  const { status, body } = await person.get<string>(path);
  await network.database.rows('alter table tasks_away rename to tasks');
  expect(status).toBe(500);
  expect(body).toContain('Failed to fetch tasks');
  expect((await person.get<string>(path)).body).not.toContain('Failed to fetch tasks');
});

test('an order needs a driver', async () => {
  const dispatcher = await network.as('dispatcher');
  const form = new URLSearchParams({ intent: 'moveStop', taskId: '1', direction: 'up' });
  const { status, body } = await dispatcher.post<string>('/dispatcher/drivers/unassigned', form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(status).toBe(422);
  expect(body).toContain('No driver selected');
});
