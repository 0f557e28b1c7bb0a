/** Documents as they come, and what is known of them. */
import { createHash } from 'node:crypto';
import * as z from 'zod/v4';
import { row, rows, transaction } from 'db/connection';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { KB } from '~/domain/kernel/limits';
import { untranslated } from '~/domain/kernel/sentence';
import { intakeDocuments } from '~/domain/platform/metrics.server';
import type { StoredWord } from '~/domain/intake/reading/words';
import type { TaskStatus, TaskType } from '~/domain/tasks/model/task';
import { INTAKE } from './job';
import {
  atDocument,
  atSource,
  DocumentAnswer,
  DocumentWithWords,
  ListDocuments,
  PasteDocuments,
  ReceivedAnswer,
  SendDocument,
  type StoredDocument,
} from './schema';
import { requireSource } from './sources.server';

// The row of a repetition is locked, so that its state is the one after a parallel first copy.
const STORE = `
  with stored as (
    insert into intake_documents (source_id, sha256, is_confirmed) values ($sourceId, $sha256, $isConfirmed)
    on conflict (source_id, sha256) do nothing returning id
  ), contents as (
    insert into intake_contents (document_id, bytes) select id, $bytes from stored
  ), asked as (
    insert into jobs (kind, subject, lane) select '${INTAKE}', id::text, $sourceId::text from stored
  ), seen as (
    update intake_sources set last_at = now() where id = $sourceId
  )
  select id from stored`;

/** The most bytes of a document. */
export const LONGEST_DOCUMENT = 2_000_000;

export const sendDocument = command(
  {
    summary: 'Stores a document that another system has printed',
    about:
      'It is stored when this is answered, and read afterwards. The same bytes of the same source are one document, however often they are sent.',
    may: 'decideDocuments',
    at: atSource,
    input: SendDocument,
    mostBytes: 2_700 * KB, // in base64
    bytes: {
      types: ['application/pdf', 'text/plain', 'application/octet-stream'],
      as: 'document',
      most: LONGEST_DOCUMENT,
    },
    answer: ReceivedAnswer,
    creates: ({ created }) => created,
    refusals: [409],
  },
  ({ sourceId, input }) => storeDocument(sourceId, Buffer.from(input.document, 'base64')),
);

/** Stores documents that people paste or upload: all of them, or none. */
export const pasteDocuments = command(
  {
    summary: 'Stores a pasted text and uploaded files',
    may: 'decideDocuments',
    at: atSource,
    input: PasteDocuments,
    answer: z.array(ReceivedAnswer),
    refusals: [409],
  },
  ({ sourceId, input: { text }, files = [] }) => {
    const all = [...files, ...(text.trim() === '' ? [] : [Buffer.from(text)])];
    if (all.length === 0)
      throw fieldRefusal('text', untranslated('noDocument', 'Choose a file or paste a text'));
    if (all.some(({ length }) => length > LONGEST_DOCUMENT))
      throw fieldRefusal('text', untranslated('documentTooLarge', 'A document must be at most 2 MB'));
    return transaction(async () => {
      const received: z.output<typeof ReceivedAnswer>[] = [];
      for (const bytes of all) received.push(await storeDocument(sourceId, bytes));
      return received;
    });
  },
);

/**
 * Stores a document, which is read afterwards; the same bytes of a source are one document. Of one that is not confirmed,
 * nobody knows who has sent it, so a person decides. @throws notFound, or conflict while the source is off.
 */
export const storeDocument = (sourceId: number, bytes: Buffer, { isConfirmed = true } = {}) =>
  transaction(async () => {
    const source = await requireSource(sourceId);
    if (!source.on) throw conflict(untranslated('sourceOff', 'This source is off'));
    const sha256 = createHash('sha256').update(bytes).digest();
    const stored = await row<{ id: number }>(STORE, { sourceId, sha256, bytes, isConfirmed });
    intakeDocuments.inc({ kind: source.kind, outcome: stored ? 'new' : 'known' });
    if (stored) return { id: stored.id, state: 'new' as const, created: true };
    const known = await row<{ id: number; state: StoredDocument['state'] }>(
      'select id, state from intake_documents where source_id = $sourceId and sha256 = $sha256',
      { sourceId, sha256 },
    );
    if (!known) throw notFound('Document');
    return { ...known, created: false };
  });

const DOCUMENTS = `
  select d.id, d.source_id as "sourceId", d.state, d.reason, d.pages, d.layout_id as "layoutId", d.kind, d.fields, d.lines,
    d.new_text as "newText", d.doubtful, d.skipped, d.task_id as "taskId", to_json(d.received_at) #>> '{}' as "receivedAt", to_json(d.decided_at) #>> '{}' as "decidedAt"
  from intake_documents d`;

export const listDocuments = query(
  {
    summary: 'Documents of other systems, newest first',
    about: '`before` is the id of the last document on the previous page.',
    may: 'readInbox',
    input: ListDocuments,
    answer: z.array(DocumentAnswer),
  },
  ({ input: { state = null, sourceId = null, before = null, limit } }) =>
    rows<StoredDocument>(
      `${DOCUMENTS} where ($state::text is null or d.state = $state)
         and ($sourceId::integer is null or d.source_id = $sourceId)
         and ($before::integer is null or d.id < $before) order by d.id desc limit $limit`,
      { state, sourceId, before, limit },
    ),
);

const RUNNING = `
  select t.id, t.type, t.status, u.name as driver from tasks t left join users u on u.id = t.driver_id
  where not t.archived and t.external_ref = $reference and t.dealership is not distinct from (
    select coalesce(s.dealership, m.dealerships[1]) from intake_sources s join users m on m.id = s.user_id
    where s.id = $sourceId)
  order by t.id desc limit 1`;
type Running = { id: number; type: TaskType; status: TaskStatus; driver: string | null };

/** Returns the task that the order of a document has already. */
export const runningTask = (sourceId: number, reference: string) =>
  reference === '' ? null : row<Running>(RUNNING, { sourceId, reference });

export async function requireDocument(documentId: number): Promise<StoredDocument> {
  const document = await row<StoredDocument>(`${DOCUMENTS} where d.id = $documentId`, { documentId });
  if (!document) throw notFound('Document');
  return document;
}

export const getDocument = query(
  {
    summary: 'One document, with its words and their places',
    may: 'readInbox',
    at: atDocument,
    answer: DocumentWithWords,
  },
  async ({ documentId }) => ({
    ...(await requireDocument(documentId)),
    words: await storedWords(documentId),
  }),
);

const FIRST_WORDS = `
  select jsonb_path_query_array(words, '$[0 to 999]') as words, jsonb_array_length(words) as count
  from intake_contents where document_id = $documentId and words is not null`;

/** Returns the first 1,000 words of a document, for its page, and the number of all. */
export const firstWords = async (documentId: number): Promise<{ words: StoredWord[]; count: number }> =>
  (await row<{ words: StoredWord[]; count: number }>(FIRST_WORDS, { documentId })) ?? { words: [], count: 0 };

/** Empty before the document is read, and after its contents are deleted. */
async function storedWords(documentId: number): Promise<StoredWord[]> {
  const found = await row<{ words: StoredWord[] | null }>(
    'select words from intake_contents where document_id = $documentId',
    { documentId },
  );
  return found?.words ?? [];
}

const READING = `
  select 1 as one from jobs j join intake_sources s on s.id::text = j.lane and s.is_on
  where j.kind = '${INTAKE}' and j.run_at < now() + interval '10 seconds' limit 1`;

/** Returns true while documents are read, so that what is shown of them will change. */
export const areBeingRead = async (): Promise<boolean> => (await row(READING)) !== null;

const AGAIN = `
  insert into jobs (kind, subject, lane)
  select '${INTAKE}', id::text, source_id::text from intake_documents
  where source_id = $sourceId and state in ('new', 'waiting') and ($customer::text is null or customer = $customer)
  on conflict (kind, subject) where state = 'waiting' do nothing`;

/**
 * Reads documents anew that wait, or are read at this moment: all, or those of a customer. In the transaction
 * that has changed what is known.
 */
export const readAgain = (sourceId: number, customer: string | null) => rows(AGAIN, { sourceId, customer });
