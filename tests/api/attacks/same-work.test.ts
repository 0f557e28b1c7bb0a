/** User enumeration by time: whoever is not there costs the same hash as whoever is. Counted, as clocks are no witnesses. */
import type * as Argon2 from '@node-rs/argon2';
import { connect, disconnect } from 'db/connection';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase } from '../../support/database';
import { PASSWORD } from '../../support/client';
import { addPeople } from '../../support/people';

const verified = vi.hoisted(() => [] as string[]);
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof Argon2>();
  return {
    ...argon2,
    verify: (hash: string, password: string) => {
      verified.push(hash);
      return argon2.verify(hash, password);
    },
  };
});

let database: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  database = await createDatabase();
  await addPeople(database.url);
  await database.rows("update users set deactivated_at = now() where username = 'driver3'");
  connect(database.url);
});
afterAll(async () => {
  await disconnect();
  await database.drop();
});
beforeEach(() => {
  verified.length = 0;
});

test.each([
  ['driver', 'wrong-password', 'somebody'],
  ['nobody-here', 'wrong-password', 'nobody'],
  ['driver3', PASSWORD, 'somebody who has left'],
])('%s: one hash is computed for %s', async (username, password) => {
  const { signIn } = await import('~/domain/users/sign-in.server');
  await expect(signIn({ username, password }, '203.0.113.9')).rejects.toThrow('Invalid username or password');
  expect(verified).toHaveLength(1);
  expect(verified[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
