/** A small network: an admin, two dispatchers, and drivers. All have the password of tests/support/client. */
import { hash } from '@node-rs/argon2';
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { PASSWORD } from './client';
import type { TestDatabase } from './database';

export type Person = {
  username: string;
  name: string;
  roles: string[];
  dealerships?: string[];
  phone?: string;
};

export const NETWORK: Person[] = [
  { username: 'admin', name: 'Ada Admin', roles: ['admin'] },
  { username: 'dispatcher', name: 'Dana Dispatcher', roles: ['dispatcher'] },
  { username: 'dispatcher2', name: 'Devon Dispatcher', roles: ['dispatcher'], dealerships: ['Ford'] },
  {
    username: 'driver',
    name: 'Alma Driver',
    roles: ['driver'],
    dealerships: ['Ford'],
    phone: '816-555-0101',
  },
  { username: 'driver2', name: 'Ben Driver', roles: ['driver'], dealerships: ['Jeep'] },
  { username: 'driver3', name: 'Cleo Driver', roles: ['driver'] },
];

let passwordHash: Promise<string> | undefined;

/** @returns ids by user name. */
export async function addPeople<Name extends string = string>(
  url: string,
  people: Person[] = NETWORK,
): Promise<Record<Name, number>> {
  passwordHash ??= hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ username: Name; id: number }>(
    `insert into users (username, password_hash, name, roles, dealerships, phone)
     select username, $1, name, roles, coalesce(dealerships, '{}'), phone
     from jsonb_to_recordset($2) as p(username text, name text, roles text[], dealerships text[], phone text)
     returning username, id`,
    [await passwordHash, JSON.stringify(people)],
  );
  await client.end();
  return Object.fromEntries(rows.map(({ username, id }) => [username, id])) as Record<Name, number>;
}

/**
 * Adds a session directly to the database, for tests that are not about signing in.
 * @returns the cookie.
 */
export async function sessionOf(
  database: Pick<TestDatabase, 'quietly' | 'rows'>,
  username: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const made = await database.rows(
    `insert into sessions (token_hash, user_id, remember)
     select $1, id, true from users where username = $2 returning user_id`,
    [createHash('sha256').update(token).digest(), username],
  );
  if (made.length === 0) throw new Error(`There is no ${username}`);
  return `session=${token}`;
}

/** Adds a token of this user directly to the database. */
export async function tokenOf(
  database: Pick<TestDatabase, 'quietly' | 'rows'>,
  userId: number,
): Promise<string> {
  const token = `pd_${randomBytes(32).toString('base64url')}`;
  await database.rows('insert into api_tokens (user_id, name, token_hash) values ($1, $2, $3)', [
    userId,
    `Script ${token.slice(-6)}`,
    createHash('sha256').update(token).digest(),
  ]);
  return token;
}
