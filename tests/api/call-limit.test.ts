/** The limit of calls for scripts: each answer names it, all instances share it, and people are not limited. */
import { expect, test } from 'vitest';
import { client } from '../support/client';
import { tokenOf } from '../support/people';
import { useNetwork } from '../support/use-network';

const network = useNetwork({ API_CALLS_PER_MINUTE: '5' });

const tokenFor = (username: string) => tokenOf(network.database, network.ids[username] ?? NaN);

const ask = (origin: string, token: string, path = '/api/user') =>
  client(origin).get(path, { authorization: `Bearer ${token}` });

const limitOf = ({ headers }: { headers: Headers }) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`) ?? NaN));

test('the tokens of a user share their calls, on all instances together', async () => {
  const [first, second, other] = await Promise.all(['dispatcher', 'dispatcher', 'driver'].map(tokenFor));
  if (!first || !second || !other) throw new Error('No token');
  const elsewhere = await network.another();
  expect(limitOf(await ask(network.app.origin, first)).slice(0, 2)).toEqual([5, 4]);
  expect(limitOf(await ask(elsewhere.origin, second)).slice(0, 2)).toEqual([5, 3]);
  // Calls that are refused for another reason count as well.
  expect((await ask(network.app.origin, first, '/api/admin/users')).status).toBe(403);
  await ask(elsewhere.origin, first, '/api/tasks/999999');
  const last = await ask(network.app.origin, second);
  expect([last.status, ...limitOf(last).slice(0, 2)]).toEqual([200, 5, 0]);

  const refused = await ask(elsewhere.origin, second);
  expect([refused.status, refused.body.error]).toEqual([429, 'Too many calls. Try again in 1 minute.']);
  const [, remaining, reset] = limitOf(refused);
  expect(remaining).toBe(0);
  expect(reset).toBeGreaterThan(0);
  expect(reset).toBeLessThanOrEqual(60);
  expect(refused.headers.get('retry-after')).toBe(String(reset));
  expect((await ask(network.app.origin, other)).status).toBe(200);
});

test('people are not counted', async () => {
  const person = await network.as('dispatcher2');
  for (let i = 0; i < 8; i += 1) {
    const { status, headers } = await person.get('/api/user');
    expect([status, headers.get('ratelimit-limit')]).toEqual([200, null]);
  }
});

test('a new minute brings new calls', async () => {
  const token = await tokenFor('admin');
  for (let i = 0; i < 6; i += 1) await ask(network.app.origin, token);
  expect((await ask(network.app.origin, token)).status).toBe(429);
  await network.database.rows("update rate_limits set expire = 1 where key like 'calls:%'");
  expect((await ask(network.app.origin, token)).status).toBe(200);
});
