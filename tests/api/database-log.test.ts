/** PostgreSQL's own log must not contain the user names of refused sign-ins. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { client, PASSWORD } from '../support/client';
import { serverRows } from '../support/database';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();

async function databaseLog(): Promise<string> {
  const [found] = await serverRows<{ data_directory: string }>('show data_directory');
  return readFile(join(dirname(found?.data_directory ?? ''), 'postgres.log'), 'utf8');
}

test('a name that is taken is refused without a line in it', async () => {
  const admin = await network.as('admin');
  const username = 'name.for.the.log';
  const person = { username, name: 'Some Body', password: 'long-enough' };
  const register = () =>
    client(network.app.origin).post<{ id?: number; error?: string }>('/api/register', person);
  const first = await register();
  expect(first.status).toBe(201);
  const again = await Promise.all([register(), admin.post<{ error?: string }>('/api/admin/users', person)]);
  expect(again.map(({ status, body }) => [status, body.error])).toEqual([
    [409, 'This username is already taken'],
    [409, 'This username is already taken'],
  ]);
  const path = `/api/admin/users/${String(first.body.id)}`;
  await admin.del(path);
  expect((await register()).status).toBe(201);
  expect((await admin.post(`${path}/restore`)).status).toBe(409);
  for (const expected of [200, 409]) {
    const form = { intent: 'createToken', name: username, ownPassword: PASSWORD };
    expect((await submitForm(admin, '/settings/tokens/new', form)).status).toBe(expected);
  }
  // This line surely arrives. Once it is there, all earlier lines are there too.
  const marker = `marker ${network.database.url.slice(-12)}`;
  await network.database.rows(`do $$ begin raise warning '${marker}'; end $$`);
  await expect.poll(databaseLog).toContain(marker);
  expect(await databaseLog()).not.toContain(username);
});
