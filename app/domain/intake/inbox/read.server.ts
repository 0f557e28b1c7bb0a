/** Reads documents in the background, by the layouts that their source was taught. */
import { createHash } from 'node:crypto';
import { row, rows, transaction } from 'db/connection';
import { DELIVERY } from '~/domain/platform/webhook-events';
import { Held, questionOf } from '~/domain/intake/reading/held';
import { readDocument } from '~/domain/intake/reader/reader.server';
import {
  findOrders,
  type Found,
  type KnownLayout,
  type Understood,
} from '~/domain/intake/reader/work.server';
import { type Reason, type StoredWord, toWord } from '~/domain/intake/reading/words';
import type { Job, Kind, Outcome } from '~/domain/platform/jobs/job';
import { INTAKE } from './job';
import { notedName, type SourceKind } from './kinds';
import { makeOrder } from './make.server';
import { reasonOf, UNREADABLE } from './reasons';
import { contentsOf, placeOf, valueOf } from './values';

export const documentReading: Kind<object> = {
  kind: INTAKE,
  atOnce: 2,
  /** A document that takes too long is tried again: the machine may have been busy. */
  retrySeconds: [5, 30, 120, 600],
  keepDays: 30,
  paused: 'select id::text from intake_sources where not is_on',
  run,
};

const OPEN = `
  select d.id, d.source_id as "sourceId", s.user_id as "userId", s.dealership, s.kind, s.name,
    d.is_confirmed as "isConfirmed", d.sha256,
    case when c.words is null then c.bytes end as bytes, c.words::text as words
  from intake_documents d join intake_sources s on s.id = d.source_id
    join intake_contents c on c.document_id = d.id
  where d.id = $id and d.state in ('new', 'waiting')`;
type Open = {
  id: number;
  sourceId: number;
  userId: number;
  dealership: string | null;
  kind: SourceKind;
  name: string;
  isConfirmed: boolean;
  sha256: Buffer;
  /** Null when the words are known. */
  bytes: Buffer | null;
  words: string | null;
};

const WAITING = "(select count(*)::integer from intake_documents where state = 'waiting')";

// Webhooks hear of a document once, when it comes to wait.
const HOLD = `
  with before as (
    select id, state from intake_documents where id = $id and state in ('new', 'waiting') for update
  ), held as (
    update intake_documents d set state = 'waiting', reason = $reason, task_id = $taskId from before b
    where d.id = b.id returning d.*, b.state as was
  )
  insert into jobs (kind, subject, lane, chain, payload)
  select '${DELIVERY}', w.event, w.id, w.id || ':document ' || h.id, jsonb_build_object(
    'event', 'order.held', 'body', json_build_object('id', w.event, 'event', 'order.held', 'occurred_at', to_json(now()),
      'document', json_build_object('id', h.id, 'sourceId', h.source_id, 'reason', h.reason, 'reference', h.reference,
        'customer', h.customer, 'taskId', h.task_id),
      'waiting', ${WAITING} + 1)::text)
  from held h cross join lateral (
    select gen_random_uuid()::text as event, v.id::text as id from webhooks v
    where v.active and 'order.held' = any(v.events) and h.was = 'new') w`;
const hold = (id: number, reason: string, taskId: number | null = null) => rows(HOLD, { id, reason, taskId });

const WORDS = `
  with words as (update intake_contents set words = $words::jsonb where document_id = $id)
  update intake_documents set pages = $pages where id = $id`;

// Its first order stays the document of the bytes. The others have no bytes of their own, and their order for a name.
const SPLIT = `
  with part as (
    insert into intake_documents (source_id, sha256, pages, is_confirmed, received_at)
    select source_id, $sha256, $pages, is_confirmed, received_at from intake_documents where id = $id
    on conflict (source_id, sha256) do nothing returning id
  ), contents as (
    insert into intake_contents (document_id, bytes, words) select id, '', $words::jsonb from part
  )
  insert into jobs (kind, subject, lane) select '${INTAKE}', id::text, $sourceId::text from part`;

type Orders = Extract<Understood, { orders: unknown }>['orders'];

/** Makes documents of the further orders of a print job, once, in the transaction that leaves the first one its pages. */
async function split({ id, sourceId, sha256 }: Open, [first, ...others]: Orders): Promise<void> {
  await transaction(async () => {
    if (first?.reading) await rows(WORDS, { id, ...first.reading });
    for (const [index, { reading }] of others.entries()) {
      const name = createHash('sha256')
        .update(sha256)
        .update(`order ${String(index + 2)}`)
        .digest();
      if (reading) await rows(SPLIT, { id, sourceId, sha256: name, ...reading });
    }
  });
}

const READ = `
  update intake_documents set layout_id = $layoutId, fields = $fields::jsonb, lines = $lines::jsonb,
    new_text = $newText, doubtful = $doubtful, skipped = $skipped, kind = $kind, reference = $reference, customer = $customer, task_id = null,
    state = case when $isIgnored then 'ignored' else state end,
    decided_at = case when $isIgnored then now() end, reason = case when $isIgnored then null else reason end
  where id = $id and state in ('new', 'waiting')`;

// Layouts that were taught before texts were compared cannot say what is new.
const LAYOUTS = `
  select id, layout from intake_layouts where source_id = $sourceId and layout ? 'texts' order by id`;
const layoutsOf = ({ sourceId }: Open) => rows<KnownLayout>(LAYOUTS, { sourceId });

/** A document that ends its process does so again, but a busy machine may have no memory for it either. */
const TRIES: Partial<Record<Reason, number>> = { 'took too long': Infinity, crashed: 2 };

async function run({ subject, attempts, isLast, signal }: Job<object>): Promise<Outcome> {
  const document = await row<Open>(OPEN, { id: Number(subject) });
  if (!document) return { is: 'done' };
  const { id, bytes, words } = document;
  const layouts = await layoutsOf(document);
  const understood = await readDocument(bytes ? { bytes, layouts } : { words: words ?? '[]', layouts });
  // The reader was ended with this instance.
  if (signal.aborted) return { is: 'later', seconds: 0 };
  if ('refusal' in understood) {
    const { refusal } = understood;
    if (attempts < (TRIES[refusal] ?? 1) && !isLast) return { is: 'again', error: refusal };
    return { is: 'done', write: () => hold(id, UNREADABLE[refusal]) };
  }
  const [first] = understood.orders;
  if (first?.reading) await split(document, understood.orders);
  if (first) await use(document, first.found);
  return { is: 'done' };
}

/** Understands a document whose words are known and harmless, as those of the demo are. */
export async function understandHere(id: number): Promise<void> {
  const document = await row<Open>(OPEN, { id });
  if (!document?.words) return;
  const words = (JSON.parse(document.words) as StoredWord[]).map(toWord);
  const [first] = findOrders(await layoutsOf(document), words, null);
  if (first) await use(document, first.found);
}

/** Makes of a document what its layout says, or holds it. */
async function use(document: Open, found: Found): Promise<void> {
  const { id, sourceId, userId, dealership } = document;
  if ('reason' in found) {
    await hold(id, found.reason === 'unknown' ? 'New layout' : 'It has two layouts');
    return;
  }
  const { layoutId, read } = found;
  const [reference, customer] = [valueOf(read, 'reference'), valueOf(read, 'customer')];
  const isIgnored = read.kind === 'ignored';
  const lines = read.lines?.lines ?? null;
  const unsure =
    reasonOf(read) ??
    (reference === '' || customer === '' ? 'It has no invoice number or no customer number' : null) ??
    (document.isConfirmed ? null : 'No mail server has confirmed its sender');
  await rows(READ, {
    id,
    layoutId,
    fields: JSON.stringify(read.fields),
    lines: lines && JSON.stringify(lines),
    newText: read.newText,
    doubtful: read.lines && 'line' in read.lines ? read.lines.line : null,
    skipped: read.lines && 'skipped' in read.lines ? read.lines.skipped : 0,
    kind: read.kind,
    reference: reference || null,
    customer: customer || null,
    isIgnored,
  });
  const { kind } = read;
  if (kind === 'ignored') return;
  if (unsure !== null) {
    await hold(id, unsure);
    return;
  }
  try {
    await makeOrder({
      documentId: id,
      sourceId,
      userId,
      dealership,
      source: notedName(document),
      kind,
      reference,
      customer,
      name: valueOf(read, 'name'),
      place: placeOf(read),
      via: valueOf(read, 'via'),
      printed: contentsOf(read, lines),
      decidedBy: null,
      isApart: false,
    });
  } catch (error) {
    const reason = questionOf(error);
    if (reason === null) throw error;
    await hold(id, reason, error instanceof Held ? error.taskId : null);
  }
}
