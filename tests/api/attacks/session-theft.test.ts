/**
 * Tokens and names that an attacker has chosen. tests/api/sessions.test.ts and change-password.test.ts test when a
 * session ends.
 */
import { expect, test } from 'vitest';
import { client, PASSWORD } from '../../support/client';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();

test('a token that somebody else has chosen is never taken over', async () => {
  const preset = 'session=chosen-by-somebody-else-0123456789abcdef';
  const victim = client(network.app.origin);
  const { headers } = await victim.post(
    '/api/login',
    { username: 'driver', password: PASSWORD },
    { cookie: preset },
  );
  expect(headers.getSetCookie()[0]).toMatch(/^session=[\w-]{43};/);
  expect(victim.cookie()).not.toBe(preset);
  expect((await client(network.app.origin).get('/api/user', { cookie: preset })).status).toBe(401);
});

test('signing in ends the session that was open in this browser, whoever it was', async () => {
  const attacker = await network.as('driver2');
  const before = attacker.cookie();
  await client(network.app.origin).post(
    '/api/login',
    { username: 'driver', password: PASSWORD },
    { cookie: before },
  );
  expect((await client(network.app.origin).get('/api/user', { cookie: before })).status).toBe(401);
});

test.each(['', 'x', '%00'.repeat(20), 'a'.repeat(101), `${'a'.repeat(43)}=`, '../../../../etc/passwd'])(
  'a cookie of another form is nobody: %j',
  async (token) => {
    const { status } = await client(network.app.origin).get('/api/user', { cookie: `session=${token}` });
    expect(status).toBe(401);
  },
);

test("an act of one driver is not taken as another's, who has signed in on the same phone", async () => {
  const driver = await network.as('driver');
  const mine = { 'x-user-id': String(network.ids.driver) };
  const theirs = { 'x-user-id': String(network.ids.driver2) };
  expect((await driver.post('/api/tasks/batch/seen', { taskIds: [] }, mine)).status).toBe(200);
  expect((await driver.post('/api/tasks/batch/seen', { taskIds: [] }, theirs)).status).toBe(401);
});
