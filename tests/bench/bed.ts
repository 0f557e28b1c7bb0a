/** The setup of most measurements: a database with people and a day's tasks, the app, and a signed-in dispatcher. */
import { createHash } from 'node:crypto';
import { startApp, type App } from '../support/app';
import { client, type Client } from '../support/client';
import { createDatabase } from '../support/database';
import { addPeople } from '../support/people';

export type BedDatabase = Awaited<ReturnType<typeof createDatabase>>;
export type Bed = { app: App; database: BedDatabase; dispatcher: Client; close(): Promise<void> };

type Size = { drivers: number; tasks: number; accounts?: number };

const FIRST = ['Alma', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hal'];
const LAST = ['Reyes', 'Tanner', 'Moreau', 'Nguyen', 'Lindqvist'];
export const driverName = (i: number) =>
  `${FIRST[i % FIRST.length] ?? ''} ${LAST[i % LAST.length] ?? ''} ${String(i)}`;

/** SQL: columns of a task, for the number `n` of a row. */
export const TASK_FIELDS = `type, location, address, invoice_number, notes, latitude, longitude, geo_precision, created_by, last_modifier_id`;
export const TASK_VALUES = `'delivery',
  (array['Brake','Glass','Tire','Muffler','Paint'])[1 + n % 5] || ' Works ' || n % 2500,
  (100 + n) || ' ' || (array['Main','Oak','Troost','Wornall'])[1 + n % 4] || ' Street, Kansas City, MO 64105',
  'INV-' || n, 'Ask for the parts counter.', (38.8 + (n % 61) / 100.0)::text, (-94.9 + (n % 47) / 100.0)::text, 'exact', 1, 1`;
/** SQL: drivers with their number from 0 on, as `d`. */
export const DRIVERS = `(select id, row_number() over (order by id) - 1 as i from users where 'driver' = any(roles)) d`;

/**
 * @param plant adds more rows to the database before the app starts.
 * @param env further settings of the app.
 */
export async function makeBed(
  { drivers, tasks, accounts = 0 }: Size,
  plant?: (database: BedDatabase) => Promise<void>,
  env: Record<string, string> = {},
): Promise<Bed> {
  const database = await createDatabase();
  await addPeople(database.url, [
    // Without an admin every page leads to the set-up page.
    { username: 'admin', name: 'Ada Admin', roles: ['admin'] },
    { username: 'dispatcher', name: 'Dana Dispatcher', roles: ['dispatcher'] },
    ...Array.from({ length: drivers }, (_, i) => ({
      username: `driver${String(i)}`,
      name: driverName(i),
      roles: ['driver'],
    })),
  ]);
  await database.rows(
    `insert into tasks (${TASK_FIELDS}, status, driver_id, order_index)
     select ${TASK_VALUES}, 'pending', d.id, n / ${String(drivers)}
     from generate_series(0, ${String(tasks - 1)}) n join ${DRIVERS} on d.i = n % ${String(drivers)}`,
  );
  if (accounts > 0) {
    await database.rows(
      `insert into accounts (name, account_type)
       select (array['Brake','Glass','Tire','Muffler','Paint'])[1 + n % 5] || ' Works ' || n, 'shop'
       from generate_series(1, $1) n`,
      [accounts],
    );
  }
  await plant?.(database);
  await database.rows('vacuum analyze');
  const app = await startApp({ databaseUrl: database.url, env: { LONGEST_WAIT_SECONDS: '5', ...env } });
  const dispatcher = client(app.origin);
  await dispatcher.signIn('dispatcher');
  return {
    app,
    database,
    dispatcher,
    close: async () => {
      await app.stop();
      await database.drop();
    },
  };
}

/** Adds the sessions of dispatchers as rows and returns their cookies, because signing in is slow on purpose. */
export async function manySessions(database: BedDatabase, people: number): Promise<string[]> {
  const tokens = Array.from(
    { length: people },
    (_, i) => `bench-session-token-${String(i).padStart(4, '0')}`,
  );
  await database.rows(
    `with person as (
       insert into users (username, password_hash, roles) select 'bench' || n, '-', '{dispatcher}' from generate_series(1, $1) n returning id
     ), numbered as (select id, row_number() over () as n from person)
     insert into sessions (token_hash, user_id, remember)
     select decode(t.hash, 'hex'), p.id, true from numbered p join unnest($2::text[]) with ordinality as t(hash, n) on t.n = p.n`,
    [people, tokens.map((token) => createHash('sha256').update(token).digest('hex'))],
  );
  return tokens.map((token) => `session=${token}`);
}
