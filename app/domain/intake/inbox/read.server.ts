/** Reads documents in the background, by the layouts that their source was taught. */
import { row, rows } from 'db/connection';
import { type Layout, recognize } from '~/domain/intake/layouts/layout';
import { DELIVERY } from '~/domain/notifications/webhooks/events';
import { Held, questionOf } from '~/domain/intake/reading/held';
import { readDocument } from '~/domain/intake/reading/read.server';
import type { Job, Kind, Outcome } from '~/domain/platform/jobs/job';
import { type StoredWord, toStored, toWord } from './documents.server';
import { INTAKE } from './job';
import { notedName, type SourceKind } from './kinds';
import { makeOrder } from './make.server';
import { reasonOf, UNREADABLE } from './reasons';
import { contentsOf, placeOf, valueOf } from './values';

export const documentReading: Kind<object> = {
  kind: INTAKE,
  atOnce: 2,
  /** A document that ends its process is tried once more: the machine may have been busy. */
  retrySeconds: [5, 30, 120, 600],
  keepDays: 30,
  paused: 'select id::text from intake_sources where not is_on',
  run,
};

const OPEN = `
  select d.id, d.source_id as "sourceId", s.user_id as "userId", s.dealership, s.kind, s.name, c.bytes, c.words
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
  bytes: Buffer;
  words: StoredWord[] | null;
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

const READ = `
  update intake_documents set layout_id = $layoutId, fields = $fields::jsonb, lines = $lines::jsonb,
    kind = $kind, reference = $reference, customer = $customer, task_id = null,
    state = case when $isIgnored then 'ignored' else state end,
    decided_at = case when $isIgnored then now() end, reason = case when $isIgnored then null else reason end
  where id = $id and state in ('new', 'waiting')`;

async function run({ subject, attempts, signal }: Job<object>): Promise<Outcome> {
  const document = await row<Open>(OPEN, { id: Number(subject) });
  if (!document) return { is: 'done' };
  if (document.words === null) {
    const reading = await readDocument(document.bytes);
    // The reader was ended with this instance.
    if (signal.aborted) return { is: 'later', seconds: 0 };
    if ('refusal' in reading) {
      if (reading.refusal === 'took too long' && attempts < 2) return { is: 'again', error: reading.refusal };
      return { is: 'done', write: () => hold(document.id, UNREADABLE[reading.refusal]) };
    }
    document.words = reading.words.map(toStored);
    const { pages } = reading;
    await rows(WORDS, { id: document.id, pages, words: JSON.stringify(document.words) });
  }
  await understand(document, document.words);
  return { is: 'done' };
}

/** Understands a document whose words are known. */
export async function understandAgain(id: number): Promise<void> {
  const document = await row<Open>(OPEN, { id });
  if (document?.words) await understand(document, document.words);
}

async function understand(document: Open, words: StoredWord[]): Promise<void> {
  const { id, sourceId, userId, dealership } = document;
  const layouts = await rows<{ id: number; layout: Layout }>(
    'select id, layout from intake_layouts where source_id = $sourceId order by id',
    { sourceId },
  );
  const found = recognize(layouts, words.map(toWord));
  if ('reason' in found) {
    await hold(id, found.reason === 'unknown' ? 'Its layout is not known' : 'It has two layouts');
    return;
  }
  const { known, read } = found;
  const [reference, customer] = [valueOf(read, 'reference'), valueOf(read, 'customer')];
  const isIgnored = read.kind === 'ignored';
  const lines = read.lines && 'lines' in read.lines ? read.lines.lines : null;
  const unsure =
    reasonOf(read) ??
    (reference === '' || customer === '' ? 'It has no invoice number or no customer number' : null);
  await rows(READ, {
    id,
    layoutId: known.id,
    fields: JSON.stringify(read.fields),
    lines: lines && JSON.stringify(lines),
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
