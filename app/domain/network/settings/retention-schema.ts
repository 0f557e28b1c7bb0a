/** The number of days that each kind of data is kept. Safe in the browser except for the schemas. */
import * as z from 'zod/v4';
import { KINDS, POSITION_DAYS } from './retention-kinds';

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
