/** The form that teaches a layout stores the words that change what a document is. */
import { expect, test } from 'vitest';
import { type StoredWord, toWord } from '~/domain/intake/reading/words';
import { submitForm } from '../support/forms';
import { clicksOf } from '../support/invoices';
import { TICKETS } from '../support/tickets';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const DOCUMENTS = 8;

let sourceId: number;
let form: { path: string; fields: Record<string, string> } | undefined;

/** Only a document that waits can be taught. After a layout was saved, all are read again. */
const allWait = () =>
  expect
    .poll(() =>
      network.database.rows("select id from intake_documents where source_id = $1 and state <> 'waiting'", [
        sourceId,
      ]),
    )
    .toEqual([]);

/** As the lists of the form name a value: the positions of its words, and the part that counts. */
const keyOf = ({ words, value }: { words: number[]; value?: string }) =>
  words.join('.') + (value === undefined ? '' : `~${value}`);

/** Eight documents of one layout wait. Returns the form of the first with its values chosen. */
async function openForm() {
  const admin = await network.as('admin');
  const { body: source } = await admin.post<{ id: number }>('/api/intake/sources', { name: 'Taught' });
  sourceId = source.id;
  const path = `/api/intake/sources/${String(sourceId)}`;
  await admin.patch(path, { on: true });
  const ids: number[] = [];
  for (const { bytes } of TICKETS.slice(0, DOCUMENTS)) {
    const { body } = await dispatcher.post<{ id: number }>(`${path}/documents`, {
      document: bytes.toString('base64'),
    });
    ids.push(body.id);
  }
  await allWait();
  const [example] = TICKETS;
  if (!example) throw new Error('There are no tickets');
  const id = String(ids[0]);
  const { body } = await dispatcher.get<{ words: StoredWord[] }>(`/api/intake/documents/${id}`);
  const { fields, lines } = clicksOf(body.words.map(toWord), example.truth);
  const chosen = Object.entries({
    ...fields,
    part: { words: lines?.part ?? [] },
    quantity: { words: lines?.quantity ?? [] },
  }).filter(([, { words }]) => words.length > 0);
  return {
    path: `/dispatcher/inbox/${id}/teach`,
    fields: {
      intent: 'save',
      layoutName: 'Tickets',
      ...Object.fromEntries(chosen.map(([name, each]) => [`at_${name}`, keyOf(each)])),
    },
  };
}

const MARKS = ['voidWhen', 'returnWhen', 'ignoreWhen'];

test.each(
  MARKS.flatMap((name) => [[], ['XVOIDX'], ['XVOIDX', 'X Y Z']].map((words) => [name, words] as const)),
)('%s: %j', async (name, words) => {
  form ??= await openForm();
  await allWait();
  const { status, body } = await submitForm(dispatcher, form.path, {
    ...form.fields,
    ...Object.fromEntries(MARKS.map((mark) => [mark, mark === name ? words.join('\r\n') : ''])),
  });
  expect([status, status === 302 ? '' : body]).toEqual([302, '']);
  const [stored] = await network.database.rows<{ layout: Record<string, unknown> }>(
    'select layout from intake_layouts where source_id = $1 order by id desc limit 1',
    [sourceId],
  );
  expect(MARKS.map((mark) => stored?.layout[mark] ?? [])).toEqual(
    MARKS.map((mark) => (mark === name ? words : [])),
  );
});
