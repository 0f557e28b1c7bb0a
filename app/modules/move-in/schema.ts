/** The inputs of moving in, and what its calls answer. */
import * as z from 'zod/v4';
import { count, id, known, moment, text } from '~/domain/kernel/schema';
import { isDay } from '~/domain/kernel/time';
import { MOVE_IN_KINDS } from './fields';
import { DATE_ORDERS } from './values';

/** The values that can stand for missing ones. */
const NUMBERS = ['order', 'line'] as const;
const NAMES = ['address'] as const;

export const atMoveIn = { moveInId: id };

const kind = z.enum(MOVE_IN_KINDS, `kind must be one of ${MOVE_IN_KINDS.join(', ')}`);
const MOST_COLUMNS = 200;

/** 10 MB in base64. */
const LONGEST_FILE = 13_981_016;
export const SendTable = z.strictObject({
  kind,
  fileName: text(200, 'The name of the file').default('file'),
  document: z
    .string('document must be base64')
    .max(LONGEST_FILE, 'The file must be at most 10 MB')
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'document must be base64')
    .describe('CSV, XLSX or ODS, in base64'),
});

/** A form with a file, or with the text of one. */
export const UploadTable = z.strictObject({
  kind,
  pasted: z
    .string('The text is missing')
    .max(60_000, 'The text is too long. Upload it as a file')
    .default(''),
  file: z.instanceof(File).optional().catch(undefined),
});

const answers = z
  .array(text(200, 'An answer'), 'Must be a list')
  .max(MOST_COLUMNS, `At most ${String(MOST_COLUMNS)} at once`);

export const ChooseColumns = z.strictObject({
  columns: z
    .array(z.string('A column is the name of a field').max(40), 'columns must be a list')
    .max(MOST_COLUMNS, `A file has at most ${String(MOST_COLUMNS)} columns`)
    .optional()
    .describe('The field of each column, in their order; an empty text leaves a column out'),
  dates: z
    .enum(DATE_ORDERS, 'dates must be month or day')
    .nullable()
    .optional()
    .describe('What comes first in dates like 11/10/2026'),
  day: z
    .string('day must be a day like 2026-11-27')
    .refine(isDay, 'Must be a day like 2026-11-27')
    .meta({ format: 'date' })
    .nullable()
    .optional()
    .describe('The day of times without a date'),
  otherwise: text(40, 'otherwise').optional().describe('The role or type of rows without one'),
  numbers: z
    .enum(NUMBERS, 'numbers must be order or line')
    .nullable()
    .optional()
    .describe('Tasks without an invoice or part number: its order number, or its line of the file, counts'),
  names: z
    .enum(NAMES, 'names must be address')
    .nullable()
    .optional()
    .describe('Tasks without a location name: their address counts'),
  asked: answers.optional().describe('Names of drivers or dealerships that are not known'),
  meant: answers
    .optional()
    .describe('For each of `asked`: the username or the dealership, `-` for no driver, or an empty text'),
});
export type ChooseColumns = z.output<typeof ChooseColumns>;

export const Options = z.object({
  dates: z.enum(DATE_ORDERS).nullable().default(null),
  day: z.string().nullable().default(null),
  otherwise: z.string().default(''),
  numbers: z.enum(NUMBERS).nullable().default(null),
  names: z.enum(NAMES).nullable().default(null),
  /** The meaning of names, in small letters. */
  answers: z.record(z.string(), z.string()).default({}),
});
export type Options = z.output<typeof Options>;

const Question = z.strictObject({
  name: z.string().describe('As in the file'),
  about: z.enum(['driver', 'dealership']),
  meant: z.string().describe('The answer; empty without one'),
});

export const MoveInAnswer = z
  .strictObject({
    id: known,
    kind,
    fileName: z.string(),
    state: z.enum(['open', 'running', 'done', 'failed']),
    header: z.array(z.string()),
    columns: z.array(z.string()),
    dates: z.enum(DATE_ORDERS).nullable(),
    day: z.string().nullable(),
    otherwise: z.string(),
    numbers: z.enum(NUMBERS).nullable(),
    names: z.enum(NAMES).nullable(),
    rowCount: count,
    made: count.describe('Rows that were made, or have changed a shift'),
    known: count.describe('Rows that were there already'),
    rejected: count,
    error: z.string().nullable(),
    createdAt: moment,
    finishedAt: moment.nullable(),
  })
  .meta({ id: 'MoveIn' });
export type MoveIn = z.output<typeof MoveInAnswer>;

const Offer = z.strictObject({
  about: z.enum(['numbers', 'names']),
  rows: count.describe('Rows without such a value'),
  choices: z.array(z.enum([...NUMBERS, ...NAMES])).describe('Values that can stand for it'),
});
export type Offer = z.output<typeof Offer>;

const Sample = z.strictObject({ line: count, cells: z.array(z.string()) });
const Problem = z.strictObject({ line: count, error: z.string() });
export const PreviewAnswer = z
  .strictObject({
    missing: z.array(z.string()).describe('Required fields that no column is'),
    questions: z.array(Question),
    offers: z.array(Offer),
    looked: count.describe('Rows that were looked at, from the first one'),
    fresh: count.describe('Of these, rows that will be made'),
    known: count.describe('Of these, rows that are there already'),
    samples: z.array(Sample),
    problems: z.array(Problem),
  })
  .meta({ id: 'MoveInPreview' });
export type Preview = z.output<typeof PreviewAnswer>;
