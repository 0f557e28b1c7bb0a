/** A source whose documents are tickets of `invoice-layouts.ts`, with their layout, as if it had been taught. */
import { randomUUID } from 'node:crypto';
import { teach } from '~/domain/intake/layouts/teach';
import { readPrinterText } from '~/domain/intake/reading/printer-text';
import type { TestDatabase } from './database';
import { samplesOf } from './invoice-layouts';
import { clicksOf } from './invoices';
import { addSource } from './rows';

type Rows = Pick<TestDatabase, 'rows'>;
type Marks = { voidWhen?: string[]; returnWhen?: string[]; copyWhen?: string[]; ignoreWhen?: string[] };

const SEED = 3;
/** More than people teach with, so that names and cities of all kinds are among them. */
const DOCUMENTS = 30;

const wordsOf = (bytes: Buffer) => {
  const reading = readPrinterText(bytes);
  return 'words' in reading ? reading.words : [];
};

export const TICKETS = samplesOf(SEED, DOCUMENTS).filter(({ truth }) => truth.k === 'ticket');

function ticketLayout(marks: Marks) {
  const [example, ...others] = TICKETS;
  if (!example) throw new Error('There are no tickets');
  const words = wordsOf(example.bytes);
  return teach(
    words,
    others.map(({ bytes }) => wordsOf(bytes)),
    { ...clicksOf(words, example.truth), ...marks },
  );
}

/** @param makerId the person as whom orders are made. */
export async function addTickets(
  { rows }: Rows,
  makerId: number | undefined,
  marks: Marks = {},
): Promise<{ sourceId: number; layoutId: number }> {
  const sourceId = await addSource({ rows }, makerId, `Tickets ${randomUUID()}`);
  const [layout] = await rows<{ id: number }>(
    "insert into intake_layouts (source_id, name, layout) values ($1, 'Tickets', $2) returning id",
    [sourceId, JSON.stringify(ticketLayout(marks))],
  );
  return { sourceId, layoutId: layout?.id ?? NaN };
}
