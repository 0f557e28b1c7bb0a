/**
 * Commands for the schedule of backups, and for a backup outside of it. The files stay on the server and
 * can't be downloaded.
 */
import { resolve } from 'node:path';
import * as z from 'zod/v4';
import { row } from 'db/connection';
import { Backup } from 'db/models/operations';
import { computed, printed } from 'db/models/table';
import { administer, recordAdminEvent } from '~/domain/platform/audit/log.server';
import { command, query } from '~/domain/kernel/command.server';
import { conflict } from '~/domain/kernel/errors';
import { moment } from '~/domain/kernel/answers';
import { readSetting, saveSetting } from '~/domain/network/settings/settings.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { env } from '~/process/env.server';
import { BackupAnswer, BackupSettings, BackupSettingsAnswer } from './schema';

const MOST_SHOWN = 10;
const SHOWN = [
  'id',
  'state',
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
      readSetting('backups', BackupSettings),
      Backup.findRows(SHOWN, { order: [['id', 'DESC']], limit: MOST_SHOWN }),
      row<{ at: string | null }>(LAST_DONE),
    ]);
    const base = resolve(env.BACKUP_DIR);
    return { settings, base, zone: businessZone(), last: last?.at ?? null, backups };
  },
);

export const saveBackupSettings = command(
  {
    summary: 'Sets the backup schedule, the number of files to keep, and the folder',
    may: 'manageSystem',
    input: BackupSettings,
    answer: BackupSettingsAnswer,
  },
  ({ actor, input }) =>
    saveSetting(
      actor,
      { name: 'backups', schema: BackupSettings, act: 'backup.schedule', title: 'Backups' },
      input,
    ),
);

/** A backup that waits after a failure is tried again at once. */
export const backUpNow = command(
  { summary: 'Starts a backup now', may: 'manageSystem', answer: z.strictObject({ id: z.int() }) },
  ({ actor }) =>
    administer(actor, async () => {
      const begun = await row<{ id: number }>(BEGIN, { actorId: actor.id });
      if (!begun) throw conflict('A backup is already in progress');
      await recordAdminEvent(actor, { act: 'backup.asked', target: { id: begun.id, name: 'Backups' } });
      return begun;
    }),
);
