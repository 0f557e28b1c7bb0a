/** Gives the demo a source with documents: one layout is taught and has made orders, one waits to be taught. */
import { createHash } from 'node:crypto';
import { row, rows } from 'db/connection';
import { IntakeCustomer, IntakeLayout, IntakeSource } from 'db/models/intake';
import { choicesOf, chosenBy } from '~/domain/intake/layouts/choices';
import type { Layout } from '~/domain/intake/layouts/layout';
import { teach } from '~/domain/intake/layouts/teach';
import { readPrinterText } from '~/domain/intake/reading/printer-text';
import { toStored, type Word } from '~/domain/intake/reading/words';
import { understandHere } from '~/domain/intake/inbox/read.server';
import {
  counterInvoice,
  type DemoInvoice,
  INVOICES,
  LATER,
  NEW_CUSTOMER,
  printedName,
  VOIDED,
  WHOLESALE,
  wholesaleInvoice,
} from './invoices';

const wordsOf = (bytes: Buffer): Word[] => {
  const reading = readPrinterText(bytes);
  return 'words' in reading ? reading.words : [];
};

/** Call it after the runs were made, so that the orders join them. */
export async function addDemoDocuments(): Promise<void> {
  const maker = await row<{ id: number; dealership: string | null }>(
    "select id, dealerships[1] as dealership from users where username = 'dispatcher'",
  );
  if (!maker) return;
  const source = await IntakeSource.create(
    { name: 'Parts counter', userId: maker.id, dealership: maker.dealership, isOn: true, lastAt: new Date() },
    { returning: ['id'] },
  );
  const layout = taughtLayout();
  if (layout) await IntakeLayout.create({ sourceId: source.id, name: 'Counter invoice', layout });
  await knowCustomers(source.id);
  const printed = [
    ...[...INVOICES, ...LATER].map((invoice, index) => ({
      came: invoice.came,
      // The same bytes would be the same document.
      bytes: Buffer.concat([counterInvoice(invoice), Buffer.alloc(index < INVOICES.length ? 0 : 1, '\n')]),
    })),
    ...WHOLESALE.map((invoice) => ({ came: invoice.came, bytes: wholesaleInvoice(invoice) })),
  ].sort((one, other) => other.came - one.came);
  for (const { bytes, came } of printed) await understandHere(await stored(source.id, bytes, came));
}

const STORE = `
  with stored as (
    insert into intake_documents (source_id, sha256, pages, received_at)
    values ($sourceId, $sha256, 1, now() - make_interval(mins => $came)) returning id
  ), contents as (
    insert into intake_contents (document_id, bytes, words) select id, $bytes, $words::jsonb from stored
  )
  select id from stored`;

async function stored(sourceId: number, bytes: Buffer, came: number): Promise<number> {
  const [document] = await rows<{ id: number }>(STORE, {
    sourceId,
    sha256: createHash('sha256').update(bytes).digest(),
    bytes,
    words: JSON.stringify(wordsOf(bytes).map(toStored)),
    came,
  });
  return document?.id ?? 0;
}

/** Teaches by the values of the first invoice, as a person does by clicks. */
function taughtLayout(): Layout | null {
  const [example, ...others] = INVOICES.map((invoice) => wordsOf(counterInvoice(invoice)));
  const [invoice] = INVOICES;
  if (!example || !invoice) return null;
  const choices = choicesOf(example);
  const words = (text: string) =>
    chosenBy(choices.find((choice) => choice.text === text)?.key ?? '')?.words ?? [];
  const [[quantity, part] = [0, '']] = invoice.lines;
  const atPart = words(part)[0] ?? -1;
  const layout = teach(example, others, {
    fields: {
      reference: { words: words(invoice.number) },
      customer: { words: words(invoice.customer) },
      name: { words: words(printedName(invoice)) },
      street: { words: words(invoice.street) },
      city: { words: words(invoice.city) },
      via: { words: words(invoice.via) },
    },
    lines: {
      part: [atPart],
      quantity: [example.findIndex(({ text }, at) => at > atPart && text === String(quantity))],
    },
    voidWhen: [VOIDED],
  });
  return 'notFound' in layout ? null : layout;
}

async function knowCustomers(sourceId: number): Promise<void> {
  const known = INVOICES.filter(({ customer }) => customer !== NEW_CUSTOMER);
  const accounts = await rows<{ id: number; name: string }>(
    'select id, name from accounts where name = any($names::text[])',
    { names: known.map(({ account }) => account) },
  );
  const idOf = (of: DemoInvoice) => accounts.filter(({ name }) => name === of.account).map(({ id }) => id);
  await IntakeCustomer.bulkCreate(
    known.flatMap((invoice) =>
      idOf(invoice).map((accountId) => ({
        sourceId,
        number: invoice.customer,
        accountId,
        name: printedName(invoice),
        address: `${invoice.street}, ${invoice.city}`,
      })),
    ),
  );
}
