/** A page that cannot read its rows says so. */
import { beforeAll, expect, test } from 'vitest';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
let addresses = '';

beforeAll(async () => {
  const dispatcher = await network.as('dispatcher');
  const { body } = await dispatcher.post<{ id: number }>('/api/accounts', { name: 'Unreadable Motors' });
  addresses = `/accounts/${String(body.id)}/addresses`;
});

test.each([
  ['dispatcher', 'the board', () => '/dispatcher', 'tasks', 'Failed to fetch tasks'],
  ['dispatcher', 'a list', () => '/dispatcher/drivers/unassigned', 'tasks', 'Failed to fetch tasks'],
  ['dispatcher', 'attention', () => '/dispatcher/attention', 'tasks', 'Failed to fetch tasks'],
  ['driver', 'the route', () => '/driver', 'tasks', 'Failed to fetch tasks'],
  [
    'dispatcher',
    'history',
    () => '/history',
    'tasks',
    'Unable to load task history. Please try refreshing the page.',
  ],
  ['dispatcher', 'addresses', () => addresses, 'accounts', 'Error fetching account'],
])('%s: %s', async (username, _, pathOf, table, said) => {
  const person = await network.as(username);
  const path = pathOf();
  await network.database.rows(`alter table ${table} rename to rows_away`);
  const { status, body } = await person.get<string>(path);
  await network.database.rows(`alter table rows_away rename to ${table}`);
  expect(status).toBe(500);
  expect(body).toContain(said);
  expect((await person.get<string>(path)).body).not.toContain(said);
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
