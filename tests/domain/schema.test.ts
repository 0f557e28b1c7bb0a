/** `db/schema.sql` shows the schema that the migrations make. `npm run schema` writes it. */
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database';
import { schemaText } from '../support/schema-text';

const FILE = 'db/schema.sql';
let home: TestDatabase;
beforeAll(async () => {
  home = await createDatabase();
});
afterAll(() => home.drop());

test('db/schema.sql is the schema of a new database', async () => {
  const text = await schemaText(home);
  if (process.env.SCHEMA === 'write') await writeFile(FILE, text);
  expect(await readFile(FILE, 'utf8')).toBe(text);
});

test('every table, function and trigger says in a sentence what it is for', async () => {
  const silent = await home.rows(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace and obj_description(oid, 'pg_class') is null
     union all select proname from pg_proc p where pronamespace = 'public'::regnamespace
       and obj_description(oid, 'pg_proc') is null
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union all select tgname from pg_trigger g where not tgisinternal and obj_description(oid, 'pg_trigger') is null
       and not (select relispartition from pg_class where oid = tgrelid)`,
  );
  expect(silent).toEqual([]);
});

test('another schema prints another text', async () => {
  const before = await schemaText(home);
  await home.rows('alter table tasks add seen_twice boolean not null default false');
  await home.rows('create index tasks_seen_twice on tasks (seen_twice)');
  const after = (await schemaText(home)).split('\n').filter((line) => !before.includes(line));
  expect(after).toEqual([
    '  seen_twice boolean default false not null,',
    'CREATE INDEX tasks_seen_twice ON tasks USING btree (seen_twice);',
  ]);
});
