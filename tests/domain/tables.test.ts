/** Each table has an owner, and statements name only tables of their own room and lower ones. */
import { expect, test } from 'vitest';
import { createDatabase } from '../support/database';
import { allNamedFromBelow, EXCEPTIONS, namedFromBelow, OWNER_OF, tablesIn } from '../support/tables';

test('every table has an owner', async () => {
  const home = await createDatabase();
  const found = await home.rows<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
  );
  await home.drop();
  expect([...OWNER_OF.keys()].sort()).toEqual(found.map(({ name }) => name).sort());
});

test('no statement names a table of a higher room, but for the exceptions, which are all needed', () => {
  const exceptions = Object.entries(EXCEPTIONS).flatMap(([file, tables]) =>
    Object.keys(tables).map((table) => `${file}: ${table}`),
  );
  expect(allNamedFromBelow()).toEqual(exceptions.sort());
});

test('statements are read, and comments and other words are not', () => {
  const program = `
    // from webhooks
    /** Reads \`from plans\`. */
    import { x } from './tasks';
    const sql = \`select 1 from
      users u join only accounts a using (id) where exists (select from jobs) and \${MORE}\`;
    const other = 'update sessions set ip = null';`;
  expect(tablesIn(program)).toEqual(['accounts', 'jobs', 'sessions', 'users']);
  const file = 'app/domain/platform/services.server.ts';
  expect(namedFromBelow(file, program)).toEqual(
    ['accounts', 'jobs', 'sessions', 'users'].map((table) => `${file}: ${table}`),
  );
  expect(namedFromBelow('app/domain/network/users/x.server.ts', program)).toEqual([]);
});
