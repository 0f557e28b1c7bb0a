/** The layouts that a source was taught. */
import * as z from 'zod/v4';
import { IntakeLayout } from 'db/models/intake';
import { row, rows } from 'db/connection';
import { command, query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { describePlace } from '~/domain/intake/layouts/describe';
import { FIELD_NAMES, type FieldName, type Rule } from '~/domain/intake/layouts/fields';
import type { Layout, Meanings, ReadDocument } from '~/domain/intake/layouts/layout';
import type { PartLine } from '~/domain/intake/layouts/part-lines';
import { readDocument } from '~/domain/intake/reader/reader.server';
import { administer, differences, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { differencesOf } from './differences';
import { readAgain } from './documents.server';
import { reasonOf } from './reasons';
import {
  atLayout,
  atSource,
  LayoutAnswer,
  type StoredDocument,
  type StoredLayout,
  TriedAnswer,
  UpdateLayout,
  WholeLayout,
} from './schema';
import { requireSource } from './sources.server';
import { contentsOf, type Read, valueOf } from './values';

const LAYOUTS = `
  select id, source_id as "sourceId", name, to_json(created_at) #>> '{}' as "createdAt" from intake_layouts`;

export const listLayouts = query(
  {
    summary: 'The layouts that a source was taught',
    may: 'readInbox',
    at: atSource,
    answer: z.array(LayoutAnswer),
  },
  async ({ sourceId }) => {
    await requireSource(sourceId);
    return rows<StoredLayout>(`${LAYOUTS} where source_id = $sourceId order by id`, { sourceId });
  },
);

async function requireLayout(layoutId: number): Promise<StoredLayout & { layout: Layout }> {
  const layout = await row<StoredLayout>(`${LAYOUTS} where id = $layoutId`, { layoutId });
  const stored = await row<{ layout: Layout }>('select layout from intake_layouts where id = $layoutId', {
    layoutId,
  });
  if (!layout || !stored) throw notFound('Layout');
  return { ...layout, ...stored };
}

/** A layout without fields is that of documents that are ignored. */
function wholeOf({ layout, ...rest }: StoredLayout & { layout: Partial<Layout> }) {
  const { fields = {}, lines = null } = layout;
  const described = FIELD_NAMES.flatMap((name): [FieldName, string][] => {
    const rule: Rule | undefined = fields[name];
    return rule ? [[name, describePlace(rule.place)]] : [];
  });
  return {
    ...rest,
    fields: Object.fromEntries(described),
    lines: lines && (lines.start === '' ? 'at their place on the page' : `below “${lines.start}”`),
    ...meaningsOf(layout),
  };
}

export const getLayout = query(
  { summary: 'One layout, with where it finds values', may: 'readInbox', at: atLayout, answer: WholeLayout },
  async ({ layoutId }) => wholeOf(await requireLayout(layoutId)),
);

export const updateLayout = command(
  {
    summary: 'Changes the name of a layout, and the words that change what its documents are',
    about: 'Documents that wait are read again. Where values are found is taught by a document.',
    may: 'manageIntake',
    at: atLayout,
    input: UpdateLayout,
    answer: WholeLayout,
  },
  ({ actor, layoutId, input: { name, ...marks } }) =>
    administer(actor, async () => {
      const before = await requireLayout(layoutId);
      await IntakeLayout.update(
        { name, layout: { ...before.layout, ...marks } },
        { where: { id: layoutId } },
      );
      await recordAdminEvent(actor, {
        act: 'intake.layout',
        target: { id: layoutId, name },
        changes: differences({ name: before.name, ...inTexts(wholeOf(before)) }, { name, ...inTexts(marks) }),
      });
      await readAgain(before.sourceId, null);
      return wholeOf(await requireLayout(layoutId));
    }),
);

const meaningsOf = (layout: Partial<Meanings>): Meanings => ({
  plainWhen: layout.plainWhen ?? [],
  voidWhen: layout.voidWhen ?? [],
  returnWhen: layout.returnWhen ?? [],
  copyWhen: layout.copyWhen ?? [],
  ignoreWhen: layout.ignoreWhen ?? [],
});

const inTexts = (marks: Meanings) => ({
  plainWhen: marks.plainWhen.join(', '),
  voidWhen: marks.voidWhen.join(', '),
  returnWhen: marks.returnWhen.join(', '),
  copyWhen: marks.copyWhen.join(', '),
  ignoreWhen: marks.ignoreWhen.join(', '),
});

const MOST_TRIED = 50;

const LATEST = `
  select d.id, d.state, d.layout_id as "layoutId", d.fields, d.lines
  from intake_documents d join intake_contents c on c.document_id = d.id
  where d.source_id = $sourceId and c.words is not null order by d.id desc limit ${String(MOST_TRIED)}`;
type Latest = Pick<StoredDocument, 'id' | 'state' | 'layoutId' | 'fields' | 'lines'>;

const WORDS =
  'select words::text as words from intake_contents where document_id = $id and words is not null';

export const tryLayout = query(
  {
    summary: 'Reads the last 50 documents of the source by a layout, without any effect',
    may: 'readInbox',
    at: atLayout,
    answer: z.array(TriedAnswer),
  },
  async ({ layoutId }) => {
    const known = await requireLayout(layoutId);
    const latest = await rows<Latest>(LATEST, { sourceId: known.sourceId });
    const answers: z.output<typeof TriedAnswer>[] = [];
    // One after the other, because all their words together may be many megabytes.
    for (const document of latest) {
      const stored = await row<{ words: string }>(WORDS, { id: document.id });
      if (!stored) continue;
      const read = await readDocument({ words: stored.words, layouts: [known] });
      const [order] = 'orders' in read ? read.orders : [];
      answers.push(tried(document, order && 'read' in order.found ? order.found.read : null));
    }
    return answers;
  },
);

function tried(document: Latest, read: ReadDocument | null): z.output<typeof TriedAnswer> {
  const { id, state } = document;
  if (!read) return { id, state, fits: false, kind: null, sure: false, reason: null, reads: {}, differs: [] };
  const lines = read.lines?.lines ?? [];
  return {
    id,
    state,
    fits: true,
    kind: read.kind,
    sure: read.isSure,
    reason: reasonOf(read),
    reads: Object.fromEntries(
      FIELD_NAMES.flatMap((name) => {
        const value = valueOf(read, name);
        return value === '' ? [] : [[name, value]];
      }),
    ),
    differs: state === 'made' ? differsOf(document, read, lines) : [],
  };
}

/** Returns what became of the document and is read otherwise now. */
function differsOf(made: Pick<Latest, 'fields' | 'lines'>, read: Read, lines: PartLine[]): string[] {
  const references = [valueOf(made, 'reference'), valueOf(read, 'reference')] as const;
  return [
    ...(references[0] === references[1] ? [] : [`invoice ${references[0] || '–'} → ${references[1] || '–'}`]),
    ...differencesOf(contentsOf(made, made.lines), contentsOf(read, lines)),
  ];
}

export const deleteLayout = command(
  {
    summary: 'Deletes a layout',
    about: 'Documents that wait are read again. Orders that were made stay.',
    may: 'manageIntake',
    at: atLayout,
    answer: LayoutAnswer,
  },
  ({ actor, layoutId }) =>
    administer(actor, async () => {
      const { layout: _, ...stored } = await requireLayout(layoutId);
      const { sourceId, name } = stored;
      await IntakeLayout.destroy({ where: { id: layoutId } });
      await recordAdminEvent(actor, { act: 'intake.forgotten', target: { id: layoutId, name } });
      await readAgain(sourceId, null);
      return stored;
    }),
);
