/** The inputs of the inbox, and what its calls answer. */
import * as z from 'zod/v4';
import { count, id, known, moment, pageLimit, requiredText, text } from '~/domain/kernel/schema';
import { LIMITS } from '~/domain/kernel/limits';
import { FIELD_NAMES } from '~/domain/intake/layouts/fields';
import { LIMITS as READ_LIMITS } from '~/domain/intake/reading/words';
import { SOURCE_KINDS, SourceSettings } from './kinds';

export const atSource = { sourceId: id };
export const atDocument = { documentId: id };

const name = requiredText(200, 'The name');
const on = z.boolean('on must be true or false');

const makerId = id.optional().describe('Orders are made as this person; the caller by default');
const dealership = z
  .string('dealership must be a name')
  .max(200, 'dealership must be a name')
  .nullable()
  .optional()
  .describe('Orders are made for this dealership; without it, for the first one of the person');

export const atLayout = { layoutId: id };
const secret = z
  .string('secret must be a text')
  .max(1_000, 'The password is too long')
  .optional()
  .describe('The password that the way in needs, if any. It is never answered');
export const CreateSource = z.strictObject({
  name,
  on: on.default(false),
  makerId,
  dealership,
  settings: SourceSettings.default({ kind: 'api' }).describe('`kind` is the way in, and never changes'),
  secret,
});
export const UpdateSource = z.strictObject({
  name: name.optional(),
  on: on.optional(),
  makerId,
  dealership,
  settings: SourceSettings.optional(),
  secret,
});

export const SourceAnswer = z
  .strictObject({
    id: known,
    name: z.string(),
    on: z.boolean(),
    makerId: known.describe('Orders are made as this person'),
    makerName: z.string(),
    dealership: z.string().nullable().describe('Orders are made for this dealership'),
    kind: z.enum(SOURCE_KINDS).describe('The way in'),
    waiting: count.describe('Documents that wait for a person'),
    lastAt: moment.nullable().describe('When the last document came'),
    lastError: z.string().nullable().describe('Why a document was refused, or why none can come'),
    lastErrorAt: moment.nullable(),
    failingSince: moment.nullable().describe('Since when no documents can come'),
    refused: count.describe('Files and messages that were not taken'),
    createdAt: moment,
  })
  .meta({ id: 'IntakeSource' });
export type Source = z.output<typeof SourceAnswer>;

export const SourceWithSettings = z
  .strictObject({ ...SourceAnswer.shape, settings: SourceSettings, hasSecret: z.boolean() })
  .meta({ id: 'IntakeSourceWithSettings' });
export type SourceWithSettings = z.output<typeof SourceWithSettings>;

export const CheckedAnswer = z.strictObject({
  messages: count.describe('Messages in the folder, which are all fetched while the source is on'),
});

/** 2 MB in base64. */
const LONGEST_DOCUMENT = 2_666_668;
export const SendDocument = z.strictObject({
  document: z
    .string('document must be base64')
    .max(LONGEST_DOCUMENT, 'The document must be at most 2 MB')
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'document must be base64')
    .describe('A PDF, or what is sent to a printer for text, in base64'),
});

/** Text for a printer as it is pasted, beside files. A pasted text is no longer than other texts of a form. */
export const PasteDocuments = z.strictObject({
  text: z.string('The text is missing').max(60_000, 'The text is too long. Upload it as a file').default(''),
});

const DOCUMENT_KINDS = ['order', 'void', 'return', 'copy', 'ignored'] as const;
const DOCUMENT_STATES = ['new', 'waiting', 'made', 'ignored'] as const;

export const ReceivedAnswer = z.strictObject({
  id: known,
  state: z.enum(DOCUMENT_STATES),
  created: z.boolean().describe('False when the same bytes were stored before'),
});

export const ListDocuments = z.strictObject({
  state: z.enum(DOCUMENT_STATES).optional(),
  sourceId: id.optional(),
  before: id.optional(),
  limit: pageLimit(200).default(50),
});

const fieldsAnswer = z.partialRecord(
  z.enum(FIELD_NAMES),
  z.union([z.strictObject({ value: z.string() }), z.strictObject({ reason: z.string() })]),
);
const linesAnswer = z.array(z.strictObject({ part: z.string(), quantity: count }));
const MOST_LINES = 500;

export const DocumentAnswer = z
  .strictObject({
    id: known,
    sourceId: known,
    state: z.enum(DOCUMENT_STATES),
    reason: z.string().nullable().describe('Why it waits for a person, in words'),
    pages: count.nullable(),
    layoutId: known.nullable(),
    kind: z.enum(DOCUMENT_KINDS).describe('As taught texts say; `copy` of an order that came before'),
    newText: z.string().nullable().describe('A text whose meaning nobody has said'),
    fields: fieldsAnswer.describe('What was read, or why not'),
    lines: linesAnswer.nullable(),
    doubtful: z.string().nullable().describe('The line that is not clear; `lines` has the others'),
    skipped: count.describe('Lines of which nothing is shipped'),
    taskId: known.nullable().describe('The task that it made or changed, or that it is about while it waits'),
    receivedAt: moment,
    decidedAt: moment.nullable(),
  })
  .meta({ id: 'IntakeDocument' });
export type StoredDocument = z.output<typeof DocumentAnswer>;

export const DocumentWithWords = z.strictObject({
  ...DocumentAnswer.shape,
  words: z
    .array(z.tuple([count, z.number(), z.number(), z.number(), z.string()]))
    .describe('Page, x, y and width in points, text; in the order by which `POST …/layout` names words'),
});

const wordIndexes = z
  .array(
    z
      .int()
      .min(0)
      .max(READ_LIMITS.taughtWords - 1),
    'words must be a list of numbers',
  )
  .min(1, 'Choose at least one word')
  .max(30, 'Choose at most 30 words');
const taughtText = requiredText(100, 'The text');
const texts = z.array(taughtText, 'Must be a list of texts').max(20, 'At most 20 texts').optional();
const clicked = z
  .strictObject({
    words: wordIndexes,
    value: requiredText(200, 'The value').optional().describe('A part of the words, if not all of it counts'),
  })
  .meta({ id: 'ClickedValue' });

export const TeachLayout = z.strictObject({
  name,
  save: z.boolean('save must be true or false').default(false),
  fields: z
    .strictObject({
      reference: clicked.optional(),
      customer: clicked.optional(),
      name: clicked.optional(),
      street: clicked.optional(),
      city: clicked.optional(),
      via: clicked.optional(),
    })
    .default({})
    .describe('Without fields, documents of this layout are ignored'),
  lines: z.strictObject({ part: wordIndexes, quantity: wordIndexes }).optional(),
  plainWhen: texts,
  voidWhen: texts,
  returnWhen: texts,
  copyWhen: texts,
  ignoreWhen: texts,
});

export const LayoutAnswer = z
  .strictObject({ id: known, sourceId: known, name: z.string(), createdAt: moment })
  .meta({ id: 'IntakeLayout' });
export type StoredLayout = z.output<typeof LayoutAnswer>;

const marks = {
  plainWhen: z.array(z.string()).describe('Texts that mean nothing'),
  voidWhen: z.array(z.string()).describe('Texts with which a document voids its order'),
  returnWhen: z.array(z.string()).describe('Texts with which it is a return'),
  copyWhen: z.array(z.string()).describe('Texts with which it is a copy of an order that came before'),
  ignoreWhen: z.array(z.string()).describe('Texts with which it is ignored'),
};

export const WholeLayout = z.strictObject({
  ...LayoutAnswer.shape,
  fields: z
    .partialRecord(z.enum(FIELD_NAMES), z.string())
    .describe('Where values are found, in words; none for documents that are ignored'),
  lines: z.string().nullable().describe('Where the part lines are'),
  ...marks,
});

const markTexts = z.array(taughtText, 'Must be a list of texts').max(20, 'At most 20 texts').default([]);
export const UpdateLayout = z.strictObject({
  name,
  plainWhen: markTexts,
  voidWhen: markTexts,
  returnWhen: markTexts,
  copyWhen: markTexts,
  ignoreWhen: markTexts,
});

export const TriedAnswer = z.strictObject({
  id: known,
  state: z.enum(DOCUMENT_STATES),
  fits: z.boolean().describe('Whether the document has the layout'),
  kind: z.enum(DOCUMENT_KINDS).nullable(),
  sure: z.boolean(),
  reason: z.string().nullable().describe('Why it is not sure'),
  reads: z.partialRecord(z.enum(FIELD_NAMES), z.string()),
  differs: z.array(z.string()).describe('What was made of the document and is read otherwise now, in words'),
});

export const TaughtAnswer = z.strictObject({
  layoutId: known.nullable(),
  documents: z
    .array(
      z.strictObject({
        id: known,
        sure: z.boolean(),
        fields: fieldsAnswer,
        lines: linesAnswer.nullable(),
      }),
    )
    .describe('What the layout reads in the documents that wait and have it'),
});

export const DecideDocument = z.strictObject({
  decision: z.enum(
    ['make', 'new', 'void', 'return', 'copy', 'ignore'],
    'Decide to make it, to void, to return, to take it for a copy or to ignore it',
  ),
  lines: z
    .array(
      z.strictObject({
        part: requiredText(40, 'The part number'),
        quantity: z.int('The quantity must be a number').min(1, 'The quantity must be a number').max(9_999),
      }),
    )
    .max(MOST_LINES)
    .optional()
    .describe('The lines as a person has corrected them; without, those that were read'),
  accountId: id.optional().describe('The account of the customer number, which is remembered'),
  address: text(LIMITS.address, 'The address')
    .optional()
    .describe('The address to which `accountId` gets its goods; empty: as printed, else its default one'),
  fields: z
    .strictObject({
      reference: taughtText.optional(),
      customer: taughtText.optional(),
      name: text(200, 'The name').optional(),
      via: text(40, 'Ship via').optional(),
    })
    .default({}),
});

/** Each meaning of a new text, with the list of the layout that keeps such texts. */
export const MEANS = {
  nothing: 'plainWhen',
  void: 'voidWhen',
  return: 'returnWhen',
  copy: 'copyWhen',
  ignore: 'ignoreWhen',
} as const;
const MEANT = ['nothing', 'void', 'return', 'copy', 'ignore'] as const satisfies (keyof typeof MEANS)[];
export const AnswerText = z.strictObject({
  means: z.enum(MEANT, 'Say what the text means'),
});

export const atNumber = { numberId: id };
export const AddNumber = z.strictObject({ sourceId: id, number: requiredText(100, 'The number') });
export const NumberAnswer = z
  .strictObject({
    id: known,
    accountId: known,
    sourceId: known,
    source: z.string(),
    number: z.string(),
    name: z.string().describe('As it is printed; empty before the first document'),
    address: z.string().describe('As it is printed; empty where none is read'),
    goesTo: z.string().describe('Where its goods go; empty for the address of the account'),
  })
  .meta({ id: 'CustomerNumber' });
