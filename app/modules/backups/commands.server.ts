/**
 * Commands for the schedule of backups, and for a backup outside of it. The files stay on the server and
 * can't be downloaded.
 */
import { resolve } from 'node:path';
import * as z from 'zod/v4';
import { administer, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { row } from 'db/connection';
import { Backup } from 'db/models/operations';
import { computed, printed } from 'db/models/table';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, notFound } from '~/domain/kernel/errors';
import { count, id, known, moment } from '~/domain/kernel/schema';
import { readSetting, saveSetting } from '~/domain/network/settings/settings.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { env } from '~/process/env.server';
import { untranslated } from '~/domain/kernel/sentence';

/** Folders below the allowed one: no way up, nothing hidden. */
const isFolder = (path: string) => path === '' || path.split('/').every((name) => /^\w[\w.-]*$/.test(name));

const BackupSettings = z.strictObject({
  at: z
    .string()
    .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, 'Time must look like 02:30')
    .default(''),
  keep: z.coerce
    .number('Must be a number')
    .int('Must be a whole number')
    .min(1, 'Keep at least 1 file')
    .max(365, 'Keep at most 365 files')
    .default(7),
  folder: z
    .string()
    .trim()
    .max(200, 'Folder must be at most 200 characters')
    .refine(isFolder, 'Folder can only contain letters, digits, and . _ - with / between folders')
    .default(''),
});
export const BACKUPS = {
  name: 'backups',
  schema: BackupSettings,
  act: 'backup.schedule',
  title: 'Backups',
} as const;
const BackupSettingsAnswer = z.strictObject({ at: z.string(), keep: z.int(), folder: z.string() });

const BackupAnswer = z.strictObject({
  id: known,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  progress: z.number().describe('From 0 to 1, while it is made'),
  isScheduled: z.boolean(),
  file: z.string().nullable(),
  bytes: count.nullable(),
  error: z.string().nullable(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  nextTryAt: moment.nullable(),
  removedAt: moment.nullable(),
});
export type BackupLine = z.output<typeof BackupAnswer>;

const MOST_SHOWN = 10;
const SHOWN = [
  'id',
  'state',
  'progress',
  computed<boolean>()('isScheduled', 'due_at is not null'),
  'file',
  'bytes',
  'error',
  printed('createdAt'),
  printed('finishedAt'),
  printed('nextTryAt'),
  printed('removedAt'),
] as const;
const LAST_DONE = "select to_json(max(finished_at)) #>> '{}' as at from backups where state = 'done'";
/** A backup that waits after a failure becomes due. */
const BEGIN = `
  insert into backups (asked_by) values ($actorId)
  on conflict ((true)) where state in ('waiting', 'running')
  do update set next_try_at = now() where backups.state = 'waiting' returning id`;

export const getBackups = query(
  {
    summary: 'The backup schedule and the latest backups',
    may: 'manageSystem',
    answer: z.strictObject({
      settings: BackupSettingsAnswer,
      base: z.string(),
      zone: z.string(),
      last: moment.nullable(),
      backups: z.array(BackupAnswer),
    }),
  },
  async () => {
    const [settings, backups, last] = await Promise.all([
      readSetting(BACKUPS),
      Backup.findRows(SHOWN, { order: [['id', 'DESC']], limit: MOST_SHOWN }),
      row<{ at: string | null }>(LAST_DONE),
    ]);
    const base = resolve(env.BACKUP_DIR);
    return { settings, base, zone: businessZone(), last: last?.at ?? null, backups };
  },
);

export const getBackup = query(
  {
    summary: 'The progress and the result of a backup',
    may: 'manageSystem',
    at: { backupId: id },
    answer: BackupAnswer,
  },
  async ({ backupId }) => {
    const found = await Backup.findRow(SHOWN, { where: { id: backupId } });
    if (!found) throw notFound('Backup');
    return found;
  },
);

export const saveBackupSettings = command(
  {
    summary: 'Sets the backup schedule, the number of files to keep, and the folder',
    may: 'manageSystem',
    input: BackupSettings,
    answer: BackupSettingsAnswer,
  },
  ({ actor, input }) => saveSetting(actor, BACKUPS, input),
);

/** A backup that waits after a failure is tried again at once. */
export const backUpNow = command(
  { summary: 'Starts a backup now', may: 'manageSystem', answer: z.strictObject({ id: z.int() }) },
  ({ actor }) =>
    administer(actor, async () => {
      const begun = await row<{ id: number }>(BEGIN, { actorId: actor.id });
      if (!begun) throw conflict(untranslated('backupUnderWay', 'A backup is already in progress'));
      await recordAdminEvent(actor, { act: 'backup.asked', target: { id: begun.id, name: 'Backups' } });
      return begun;
    }),
);
