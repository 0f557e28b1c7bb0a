/**
 * User enumeration by time: a sign-in computes the same hash whether the user exists or not. The test counts hashes,
 * because times vary too much.
 */
import type * as Argon2 from '@node-rs/argon2';
import type * as Connection from 'db/connection';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/database';
import { PASSWORD } from '../../support/client';
import { loadAnew } from '../../support/load-anew';
import { addPeople } from '../../support/people';

const verified: string[] = [];
let database: TestDatabase;
let connection: typeof Connection;

beforeAll(async () => {
  // Other test files have loaded the module already, with the real argon2.
  loadAnew();
  vi.doMock('@node-rs/argon2', async (original) => {
    const argon2 = await original<typeof Argon2>();
    return {
      ...argon2,
      verify: (hash: string, password: string) => {
        verified.push(hash);
        return argon2.verify(hash, password);
      },
    };
  });
  database = await createDatabase();
  await addPeople(database.url);
  await database.rows("update users set deactivated_at = now() where username = 'driver3'");
  connection = await import('db/connection');
  connection.connect(database.url);
});
afterAll(async () => {
  await connection.disconnect();
  await database.drop();
  vi.doUnmock('@node-rs/argon2');
  loadAnew();
});
beforeEach(() => {
  verified.length = 0;
});

test.each([
  ['driver', 'wrong-password', 'somebody'],
  ['nobody-here', 'wrong-password', 'nobody'],
  ['driver3', PASSWORD, 'somebody who has left'],
])('%s: one hash is computed for %s', async (username, password) => {
  const { signIn } = await import('~/domain/network/users/sign-in.server');
  await expect(signIn({ username, password }, { ip: '203.0.113.9', browserCookie: null })).rejects.toThrow(
    'Invalid username or password',
  );
  expect(verified).toHaveLength(1);
  expect(verified[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
