/** The next version: a copy of the build with more migrations. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Migration } from 'db/migrations/migration';

/** They change tables in use, as CONTRIBUTING.md says: what reads all rows is a step of its own. */
export const NEXT_MIGRATIONS: Migration[] = [
  {
    name: '9998-next-tasks',
    steps: [
      {
        sql: `alter table tasks add column if not exists next_key text not null default '';
          create or replace function next_key() returns trigger language plpgsql as $$
            begin new.next_key := lower(new.location); return new; end $$;
          create or replace trigger tasks_next_key before insert or update of location on tasks
            for each row execute function next_key()`,
      },
      { fill: 'tasks', set: 'next_key = lower(location)', where: "next_key = ''" },
      { index: 'tasks_next_key', on: 'tasks', columns: 'using gin (next_key gin_trgm_ops)' },
    ],
  },
  { name: '9999-next-lists', up: "alter table task_lists add next_version text not null default ''" },
];

/** @returns the folder, for `startApp`. */
export async function makeNextVersion(
  migrations = NEXT_MIGRATIONS,
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-next-'));
  await cp('build', join(folder, 'build'), { recursive: true });
  for (const name of ['node_modules', 'public', 'package.json'])
    await symlink(resolve(name), join(folder, name));
  const file = join(folder, 'build/index.js');
  const bundle = await readFile(file, 'utf8');
  const list = /var migrations = \[[^\]]+(?=\n\];)/;
  if (!list.test(bundle)) throw new Error('The build has no list of migrations');
  await writeFile(
    file,
    bundle.replace(
      list,
      (before) => `${before},\n  ${migrations.map((each) => JSON.stringify(each)).join(', ')}`,
    ),
  );
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
