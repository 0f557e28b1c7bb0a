/** The schedule of backups, and backups as the page shows them. */
import * as z from 'zod/v4';
import { count, known, moment } from '~/domain/kernel/answers';

/** Folders below the allowed one: no way up, nothing hidden. */
const isFolder = (path: string) => path === '' || path.split('/').every((name) => /^\w[\w.-]*$/.test(name));

export const BackupSettings = z.strictObject({
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
export const BackupSettingsAnswer = z.strictObject({ at: z.string(), keep: z.int(), folder: z.string() });

export const BackupAnswer = z.strictObject({
  id: known,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
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
