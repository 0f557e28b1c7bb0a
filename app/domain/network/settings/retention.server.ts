/** The number of days that each kind of data is kept. */
import * as z from 'zod/v4';
import { KIND_NAMES, KINDS, POSITION_DAYS, removedAfter, spanOf, timeWords } from './retention-kinds';
import { link as words } from '~/words/en/link';
import { readSetting } from './settings.server';

const days = z.coerce.number().int();
/** A form sends the empty string for "forever". */
const daysToKeep = (choices: readonly number[]) =>
  z
    .union([z.null(), z.literal('').transform(() => null), days])
    .refine((value) => value === null || choices.includes(value), 'Choose one of the listed times')
    .default(null);

export const Retention = z.strictObject({
  signatures: daysToKeep(KINDS.signatures.choices),
  photos: daysToKeep(KINDS.photos.choices),
  links: daysToKeep(KINDS.links.choices),
  events: daysToKeep(KINDS.events.choices),
  tasks: daysToKeep(KINDS.tasks.choices),
  visits: daysToKeep(KINDS.visits.choices),
  positions: days
    .refine(
      (value) => KINDS.positions.choices.some((each) => each === value),
      'Choose one of the listed times',
    )
    .default(POSITION_DAYS),
});
const kept = z.int().nullable();
/** Days by kind; null: forever. */
export const RetentionAnswer = z.strictObject({
  signatures: kept,
  photos: kept,
  links: kept,
  events: kept,
  tasks: kept,
  visits: kept,
  positions: z.int(),
});
export type Retention = z.output<typeof RetentionAnswer>;

const inWords = (kept: Retention) =>
  Object.fromEntries(
    KIND_NAMES.map((kind) => [kind, kept[kind] === null ? 'no limit' : timeWords(kept[kind])]),
  );

export const RETENTION = {
  name: 'retention',
  schema: Retention,
  act: 'retention.changed',
  title: 'Retention',
  words: inWords,
} as const;

export const SaveRetention = z.strictObject({
  ...Retention.shape,
  ownPassword: z
    .string()
    .max(128, 'Password must be at most 128 characters')
    .optional()
    .meta({ format: 'password' }),
});

/** The number of rows that would be deleted; null when there are too many to count. */
const gone = z.int().min(0).nullable();
export const PreviewAnswer = z.strictObject({
  signatures: gone,
  photos: gone,
  links: gone,
  events: gone,
  tasks: gone,
  visits: gone,
  positions: gone,
});
export type Preview = z.output<typeof PreviewAnswer>;

/** Sentences in place of a task's data that was deleted by age. */

const DAY_MS = 86_400_000;

type Left = {
  completedAt: string | null;
  /** It was signed for, and the signature is not there. */
  lacksSignature: boolean;
  photoCount: number;
  /** Missing for readers who are not told of it. */
  activityCount?: number;
};

/** Returns sentences in the language of the reader; none while nothing is missing or the task is not old enough. */
export async function removedOf(left: Left): Promise<string[]> {
  const { completedAt } = left;
  if (completedAt === null) return [];
  const kept = await readSetting(RETENTION);
  const age = (Date.now() - Date.parse(completedAt)) / DAY_MS;
  const say = (isMissing: boolean, kind: keyof typeof words.removed, days: number | null) =>
    isMissing && days !== null && age > days ? [words.removed[kind](words.span(...spanOf(days)))] : [];
  return [
    ...say(left.lacksSignature, 'signatures', kept.signatures),
    ...say(left.photoCount === 0, 'photos', kept.photos),
    ...say(left.activityCount === 0, 'events', kept.events),
  ];
}

/** Returns the sentence for a business day of the archive; null when it is not old enough. */
export async function tasksRemovedOn(date: string): Promise<string | null> {
  const { tasks } = await readSetting(RETENTION);
  // One day is subtracted because the day ends a day after its beginning.
  const age = (Date.now() - Date.parse(date)) / DAY_MS - 1;
  return tasks !== null && age > tasks ? removedAfter('Archived tasks are', tasks) : null;
}
