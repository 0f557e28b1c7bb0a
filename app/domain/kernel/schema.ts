/** Schemas that the inputs of all subjects share. Parsing a parsed value changes nothing. */
import * as z from 'zod/v4';
import { message } from '~/domain/kernel/sentence';
import { LARGEST_ID, readId } from './ids';

/** For calls without input. */
export const NoInput = z.strictObject({});

// PostgreSQL can't store NUL or half a surrogate pair. Other control characters are refused as well, except
// tab and line break.
const UNSTORABLE = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

/** In texts of one line, a pasted line break or tab counts as a space. */
const BREAK = /[\t\n\r\u2028\u2029]/;

function oneLine(value: string): string {
  const trimmed = value.trim();
  if (!BREAK.test(trimmed)) return trimmed;
  const pieces = trimmed.split(BREAK).map((piece) => piece.trim());
  return pieces.filter(Boolean).join(' ');
}

/** A text of one line without control characters, trimmed and in normal form C. */
export const text = (limit: number, label: string) => textIn(oneLine, limit, label);

/** A text like that with several lines. */
export const longText = (limit: number, label: string) => textIn((value) => value.trim(), limit, label);

function textIn(tidy: (value: string) => string, limit: number, label: string) {
  const [required, notText] = [message('required', { label }), message('notText', { label })];
  return z
    .string({ error: ({ input }) => (input === undefined ? required : notText) })
    .transform((value) => tidy(value.normalize('NFC')))
    .pipe(
      z
        .string()
        .refine(
          // Counted as people, PostgreSQL and JSON Schema do: an emoji is one character.
          (value) => value.length <= limit || Array.from(value).length <= limit,
          message('tooLong', { label, most: limit }),
        )
        .refine((value) => !UNSTORABLE.test(value), message('unsavableCharacters', { label })),
    )
    .meta({ maxLength: limit });
}

const filled = (rule: z.ZodType<string, string>, limit: number, missing: string) =>
  rule.pipe(z.string().min(1, missing)).meta({ minLength: 1, maxLength: limit });

/** Texts that must not be blank. */
export const requiredText = (limit: number, label: string, missing = message('required', { label })) =>
  filled(text(limit, label), limit, missing);
export const requiredLongText = (limit: number, label: string, missing = message('required', { label })) =>
  filled(longText(limit, label), limit, missing);

/** The number of entries on a page of a list. */
export const pageLimit = (most: number) =>
  z.coerce
    .number('limit must be a number')
    .int()
    .min(1)
    .max(most, `limit must be at most ${most.toLocaleString('en-US')}`);

// Invisible and bidirectional control characters: two names must not differ only in them.
const INVISIBLE = /[\p{DI}\p{Cf}\p{Zl}\p{Zp}\u2800]/u;

/** A text that names somebody or something. */
export const nameText = (limit: number, label: string) =>
  text(limit, label).refine((value) => !INVISIBLE.test(value), message('invisibleCharacters', { label }));

/** A name that must not be blank. */
export const requiredName = (limit: number, label: string, missing = message('required', { label })) =>
  filled(nameText(limit, label), limit, missing);

const MOST_SKILLS = 20;

/** Tags as people type them. Each counts once, whatever its capitals. */
export const skillsRule = z
  .array(
    nameText(40, 'A skill')
      .refine((skill) => skill !== '', 'A skill has a name')
      .refine((skill) => !skill.includes(','), 'A skill has no comma'),
    'Skills must be a list',
  )
  .max(MOST_SKILLS, `At most ${String(MOST_SKILLS)} skills`)
  .transform((skills) => [...new Map(skills.map((skill) => [skill.toLowerCase(), skill])).values()]);

/** An id: `12` and `"12"` are both accepted. */
export const id = z
  .preprocess(
    // A union would report two errors for each wrong value, of which there may be a thousand.
    (value) => (typeof value === 'string' ? (readId(value) ?? NaN) : value),
    z.number('Must be an id').int('Must be an id').min(1, 'Must be an id').max(LARGEST_ID, 'Must be an id'),
  )
  .meta({ format: 'id' });

/** An id, or null if there is none; a form sends the empty string for that. */
export const optionalId = z.union(
  [z.null(), z.literal('').transform(() => null), id],
  'Must be an id or null',
);

/** An instant: ISO 8601 with a zone. */
export const instant = z
  .union(
    [z.iso.datetime({ offset: true }), z.date().transform((date) => date.toISOString())],
    'Must be a date and time with a time zone, like 2026-03-09T14:30:00Z',
  )
  .refine((value) => !Number.isNaN(Date.parse(value)), 'Must be a real date and time')
  .transform((value) => new Date(value).toISOString())
  .meta({ format: 'date-time' });

/** Sets the messages of schemas that have none of their own. */

const KINDS: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };

/** Call it once per process, before schemas are used. */
export function setZodMessages(): void {
  z.config({
    customError: (issue) => {
      if (issue.code === 'invalid_type') return `Must be ${KINDS[issue.expected] ?? issue.expected}`;
      if (issue.code === 'too_small')
        return `Must be at least ${String(issue.minimum)}${UNITS[issue.origin] ?? ''}`;
      if (issue.code === 'too_big')
        return `Must be at most ${String(issue.maximum)}${UNITS[issue.origin] ?? ''}`;
      if (issue.code === 'invalid_value') return `Must be one of ${issue.values.map(String).join(', ')}`;
      if (issue.code === 'invalid_format') return `Must be a valid ${issue.format}`;
      return undefined;
    },
  });
}

/**
 * Schemas that the answers of all subjects share. Each answer is defined once, as a schema; its documentation
 * is made from it.
 */

/** The id of an existing row. */
export const known = z.int().min(1).max(LARGEST_ID);

/** An instant: ISO 8601 with a zone. */
export const moment = z.iso.datetime({ offset: true });

/** A number of things. */
export const count = z.int().min(0);

/** Degrees, north and east positive. */
export const point = z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) });

/** Degrees as text, as they were given; null while they are unknown. */
export const degrees = z.string().nullable();

/** The precision of a place. */
const geoPrecision = z.enum(['exact', 'interpolated', 'street', 'approximate', 'doubtful', 'manual']);
export type GeoPrecision = z.output<typeof geoPrecision>;

export const precision = geoPrecision
  .nullable()
  .describe(
    '`interpolated`: its house number is estimated along the street; `street`: only its street is known; ' +
      '`approximate`: its ZIP code or city is; `doubtful`: the ZIP code and state don’t match, so the city is used; ' +
      '`manual`: set by a person',
  )
  .meta({ id: 'GeoPrecision' });

/** The row that was deleted. */
export const Deleted = z.strictObject({ id: known }).meta({ id: 'Deleted' });
