/** People teach layouts and decide what becomes of documents. */
import { row, rows, transaction } from 'db/connection';
import { IntakeLayout } from 'db/models/intake';
import { command, preparedCommand } from '~/domain/kernel/command.server';
import { conflict, invalid } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { ENOUGH } from '~/domain/intake/layouts/labels';
import type { Layout } from '~/domain/intake/layouts/layout';
import { learnLayout } from '~/domain/intake/reader/reader.server';
import type { Known } from '~/domain/intake/reader/work.server';
import { questionOf } from '~/domain/intake/reading/held';
import { readAgain, requireDocument } from './documents.server';
import { rememberCustomer } from './customers.server';
import { notedName, type SourceKind } from './kinds';
import { makeOrder } from './make.server';
import { recordNumber } from './numbers.server';
import {
  AnswerText,
  atDocument,
  DecideDocument,
  DocumentAnswer,
  MEANS,
  type StoredDocument,
  TaughtAnswer,
  TeachLayout,
} from './schema';
import { contentsOf, placeOf, valueOf } from './values';

/** More documents say nothing new, and comparing them takes time. */
const MOST_COMPARED = 40;
/** The most words of all documents that are compared. */
const MOST_WORDS = 50_000;

const LESSON = `
  with waiting as (
    select d.id, c.words, sum(jsonb_array_length(c.words)) over (order by d.id <> $documentId, d.id desc) as so_far
    from intake_documents d join intake_contents c on c.document_id = d.id
    where d.source_id = $sourceId and d.state = 'waiting' and c.words is not null
    order by d.id <> $documentId, d.id desc limit ${String(MOST_COMPARED + 1)}
  )
  select id, words::text as words from waiting where so_far <= ${String(MOST_WORDS)}
  order by id <> $documentId, id desc`;

export const teachLayout = preparedCommand(
  {
    summary: 'Teaches a layout by one of its documents',
    about:
      'Words are named by their positions in `words` of the document. At least five documents that look alike must wait. Without `save`, it only shows what would be read in the others; with it, those that are sure become orders.',
    may: 'decideDocuments',
    at: atDocument,
    input: TeachLayout,
    answer: TaughtAnswer,
    refusals: [409],
  },
  async ({ documentId, input: { name: _, save: __, ...taught } }) => {
    const { sourceId, state } = await requireDocument(documentId);
    if (state !== 'waiting') throw conflict(untranslated('documentDecided', 'This document does not wait'));
    const documents = await rows<Known>(LESSON, { sourceId, documentId });
    if (documents[0]?.id !== documentId)
      throw conflict(untranslated('documentDecided', 'This document does not wait'));
    return { sourceId, learned: await learnLayout({ documents, taught }) };
  },
  async ({ actor, input: { name, save } }, { sourceId, learned }) => {
    if ('alike' in learned)
      throw conflict(
        untranslated(
          'tooFewAlike',
          `${String(learned.alike)} documents look like this one. At least ${String(ENOUGH)} are needed`,
        ),
      );
    if ('notFound' in learned) {
      const said = untranslated('notFoundAgain', 'It was not found again in the other documents');
      throw invalid(said, Object.fromEntries(learned.notFound.map((name) => [`at_${name}`, [said]])));
    }
    const layoutId = save ? await saveLayout(actor, sourceId, name, learned.layout) : null;
    const documents = learned.documents.map(({ id, read: { isSure, fields, lines } }) => ({
      id,
      sure: isSure,
      fields,
      lines: lines && !('reason' in lines) ? lines.lines : null,
    }));
    return { layoutId, documents };
  },
);

const saveLayout = (actor: { id: number }, sourceId: number, name: string, layout: Layout): Promise<number> =>
  transaction(async () => {
    const { id } = await IntakeLayout.create({ sourceId, name, layout }, { returning: ['id'] });
    await recordAdminEvent(actor, { act: 'intake.taught', target: { id, name } });
    await readAgain(sourceId, null);
    return id;
  });

/** A person says what it is; `make` and `new` leave it as it was read. */
const kindOf = (decision: string, read: StoredDocument['kind']) => {
  if (decision === 'void' || decision === 'return' || decision === 'copy') return decision;
  return read === 'ignored' || read === 'copy' ? 'order' : read;
};

export const answerText = command(
  {
    summary: 'Says what a text means that is new on a layout',
    about:
      'It is remembered for the layout, and documents that wait are read again. `nothing`: documents with it are plain orders.',
    may: 'decideDocuments',
    at: atDocument,
    input: AnswerText,
    answer: DocumentAnswer,
    refusals: [409],
  },
  ({ actor, documentId, input: { means } }) =>
    transaction(async () => {
      const { sourceId, state, layoutId, newText } = await requireDocument(documentId);
      if (state !== 'waiting' || layoutId === null || newText === null)
        throw conflict(untranslated('documentDecided', 'This document does not wait'));
      const [layout] = await rows<{ name: string }>(REMEMBER, {
        layoutId,
        list: MEANS[means],
        text: newText,
      });
      await recordAdminEvent(actor, {
        act: 'intake.layout',
        target: { id: layoutId, name: layout?.name ?? '' },
        changes: { [MEANS[means]]: [null, newText] },
      });
      await readAgain(sourceId, null);
      return requireDocument(documentId);
    }),
);

const REMEMBER = `
  update intake_layouts set layout = jsonb_set(layout, array[$list::text],
    coalesce(layout -> $list::text, '[]') || to_jsonb($text::text))
  where id = $layoutId returning name`;

const IGNORE = `
  update intake_documents set state = 'ignored', reason = null, decided_at = now(), decided_by = $actorId
  where id = $documentId and state = 'waiting' returning id`;
const SOURCE = 'select user_id as "userId", dealership, kind, name from intake_sources where id = $sourceId';

export const decideDocument = command(
  {
    summary: 'Decides what becomes of a document that waits',
    about:
      '`make` makes or amends the order with what was read, or with other `fields` and `lines`, also while it is under way; `new` makes another task beside that of the order; `void` voids it, `return` makes a return, and `copy` makes nothing. The account and the address are remembered for the customer number, and other documents of it are read again.',
    may: 'decideDocuments',
    at: atDocument,
    input: DecideDocument,
    answer: DocumentAnswer,
    refusals: [409],
  },
  async ({ actor, documentId, input: { decision, accountId, address = '', fields, lines: corrected } }) => {
    const document = await requireDocument(documentId);
    const { sourceId, state, kind, lines } = document;
    const decided = () => conflict(untranslated('documentDecided', 'This document does not wait'));
    if (state !== 'waiting') throw decided();
    if (decision === 'ignore') {
      if (!(await row(IGNORE, { documentId, actorId: actor.id }))) throw decided();
      return requireDocument(documentId);
    }
    const reference = fields.reference ?? valueOf(document, 'reference');
    const customer = fields.customer ?? valueOf(document, 'customer');
    const name = fields.name ?? valueOf(document, 'name');
    const via = fields.via ?? valueOf(document, 'via');
    const place = placeOf(document);
    if (reference === '' || customer === '')
      throw invalid(untranslated('numbersNeeded', 'An invoice number and a customer number are needed'));
    const source = await row<{ userId: number; dealership: string | null; kind: SourceKind; name: string }>(
      SOURCE,
      { sourceId },
    );
    const shown = { sourceId, customer, name, place };
    try {
      await transaction(async () => {
        if (accountId !== undefined) {
          if (await rememberCustomer(shown, accountId, address))
            await recordNumber(actor, accountId, [null, `${customer} (${source?.name ?? ''})`]);
          await readAgain(sourceId, customer);
        }
        await makeOrder({
          ...shown,
          documentId,
          userId: source?.userId ?? actor.id,
          dealership: source?.dealership ?? null,
          source: source ? notedName(source) : '',
          kind: kindOf(decision, kind),
          reference,
          via,
          printed: contentsOf(document, corrected ?? lines),
          decidedBy: actor.id,
          isApart: decision === 'new',
        });
      });
    } catch (error) {
      const question = questionOf(error);
      throw question === null ? error : conflict(untranslated('documentHeld', question));
    }
    return requireDocument(documentId);
  },
);
