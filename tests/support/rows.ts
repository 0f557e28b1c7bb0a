/** Users, accounts and sources of documents as rows, for tests that are not about making them. Each returns the id. */
import type { TestDatabase } from './database';

type Rows = Pick<TestDatabase, 'rows'>;

async function idOf({ rows }: Rows, sql: string, values: unknown[]): Promise<number> {
  const [row] = await rows<{ id: number }>(sql, values);
  if (!row) throw new Error(`No row: ${sql}`);
  return row.id;
}

/** A user who can't sign in. People who can are in ./people. */
export const addUser = (
  database: Rows,
  username: string,
  { name = username, roles = ['driver'], dealerships = [] as string[] } = {},
) =>
  idOf(
    database,
    `insert into users (username, password_hash, name, roles, dealerships) values ($1, 'none', $2, $3, $4) returning id`,
    [username, name, roles, dealerships],
  );

/** Drivers who can't sign in: More Driver 1 with the username more1, and so on. */
export async function addDrivers(database: Rows, word: string, count: number): Promise<{ id: number }[]> {
  const ids = [];
  for (let n = 1; n <= count; n += 1) {
    const username = `${word.toLowerCase()}${String(n)}`;
    ids.push({ id: await addUser(database, username, { name: `${word} Driver ${String(n)}` }) });
  }
  return ids;
}

type Place = {
  address: string;
  name?: string;
  city?: string;
  state?: string;
  zip_code?: string;
  is_default?: boolean;
  latitude?: number;
  longitude?: number;
};

/** An account. Its first address is the default, unless another one says that it is. */
export async function addAccount(
  database: Rows,
  name: string,
  { type = 'dealership', phone = '', places = [] as Place[] } = {},
): Promise<number> {
  const id = await idOf(
    database,
    'insert into accounts (name, account_type, phone) values ($1, $2, $3) returning id',
    [name, type, phone],
  );
  const isChosen = places.some((place) => place.is_default);
  const rows = places.map((place, index) => ({
    name: place.address,
    city: 'Lenexa',
    state: 'KS',
    zip_code: '66215',
    is_default: !isChosen && index === 0,
    geo_precision: place.latitude === undefined ? null : 'exact',
    ...place,
  }));
  await database.rows(
    `insert into account_addresses (account_id, name, address, city, state, zip_code, is_default, geo_precision,
                                    latitude, longitude)
     select $1, name, address, city, state, zip_code, is_default, geo_precision, latitude, longitude
     from jsonb_populate_recordset(null::account_addresses, $2)`,
    [id, JSON.stringify(rows)],
  );
  return id;
}

/** A source that is on. @param userId the person as whom orders are made. */
export const addSource = (database: Rows, userId: number | undefined, name = 'Source') =>
  idOf(database, 'insert into intake_sources (name, user_id, is_on) values ($1, $2, true) returning id', [
    name,
    userId,
  ]);
