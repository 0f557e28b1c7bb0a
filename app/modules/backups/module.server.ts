/** Backups at a time of day, and by hand. */
import { resolve } from 'node:path';
import { backupName } from 'db/backup';
import { restore, sometimes } from 'db/restore';
import type { CommandLine, Module } from '../module';
import { backupRounds, makeInChild } from './run.server';

export const backups: Module = {
  name: 'backups',
  rounds: ({ log, databaseUrl }) => ({ backups: backupRounds(log, databaseUrl) }),
  corrections: ["update backups set next_try_at = now() where next_try_at > now() + interval '2 days'"],
  settings: { '/settings/sources': [{ to: '/settings/backups', label: 'Backups', may: 'manageSystem' }] },
  figures: [
    {
      name: 'backup_age_seconds',
      help: 'Time since the last successful backup, or since the schedule was set if there is none',
      sql: `(select extract(epoch from now() - coalesce(
        (select max(finished_at) from backups where state = 'done'), max(updated_at)))
        from settings where name = 'backups')`,
    },
    {
      name: 'backup_scheduled',
      help: '1 if there is a schedule',
      sql: "(select coalesce(max(value ->> 'at'), '') <> '' from settings where name = 'backups')::integer",
    },
    {
      name: 'backup_failed',
      help: '1 if the latest backup or its last attempt failed',
      sql: `(exists (select from backups where id = (select max(id) from backups) and error is not null))::integer`,
    },
  ],
  commands: { backup: makeBackup, restore: restoreBackup },
};

const countWords = (counts: Record<string, number>) =>
  `${String(Object.values(counts).reduce((sum, rows) => sum + rows, 0))} rows of ${String(Object.keys(counts).length)} tables`;

/** `npm run backup -- [FILE]` */
async function makeBackup(
  [file = backupName()]: string[],
  { say, findDatabase, isStopping }: CommandLine,
): Promise<void> {
  const backup = { url: await findDatabase(), file: resolve(file), base: null, leftover: null };
  const tell = sometimes(say);
  const onProgress = (share: number) => tell(() => `  ${String(Math.floor(100 * share))} %`);
  const { counts } = await makeInChild(backup, isStopping, onProgress);
  say(`${file}: ${countWords(counts)}`);
}

/** `npm run restore -- FILE [--replace]` */
async function restoreBackup(words: string[], { say, findDatabase, isStopping }: CommandLine): Promise<void> {
  const [file, ...others] = words.filter((word) => word !== '--replace');
  if (!file || others.length > 0) throw new Error('Usage: npm run restore -- FILE [--replace]');
  const { counts, webhooksOff } = await restore(await findDatabase(), file, {
    replace: words.includes('--replace'),
    say,
    isStopped: isStopping,
  });
  say(`${countWords(counts)} restored from ${file}`);
  if (webhooksOff > 0)
    say(
      `Webhooks are off (${String(webhooksOff)}) so that a copy does not call anyone. Events waiting to be sent will not be sent.`,
      'An admin turns them on under Settings → Webhooks.',
    );
}
