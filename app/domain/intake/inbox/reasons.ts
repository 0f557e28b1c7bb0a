/** Why a document waits, in words for the office. */
import type { FieldName, FieldReason } from '~/domain/intake/layouts/fields';
import { type ReadDocument, unsureOf } from '~/domain/intake/layouts/layout';
import type { Reason } from '~/domain/intake/reading/words';

export const UNREADABLE: Record<Reason, string> = {
  empty: 'Nothing is printed on it',
  unreadable: 'The file is damaged',
  'several documents': 'Something else was sent with the PDF',
  encrypted: 'The PDF needs a password',
  'no text': 'The PDF is a picture without text. Print it with a text driver',
  picture: 'It is a picture without text. Choose the driver Generic / Text Only',
  'printer language': 'It is in a printer language. Choose the driver Generic / Text Only',
  'too large': 'The file has more than 2 MB',
  'too many pages': 'It has more than 30 pages',
  'too many words': 'It has more than 10,000 words',
  'too much text': 'It has more than a million characters',
  'too many objects': 'The PDF has too many parts',
  'took too long': 'Reading it took too long',
  crashed: 'Reading it took too long',
};

const NAMES: Record<FieldName, string> = {
  reference: 'The invoice number',
  customer: 'The customer number',
  name: 'The name',
  street: 'The street',
  city: 'The city',
  via: 'Ship via',
};

const FIELD: Record<FieldReason, string> = {
  'no label': 'was not found, because its label is missing or there twice',
  'no value': 'is missing',
  'runs together': 'runs together with its neighbor',
  'other shape': 'looks different than it should',
  'label inside': 'is cut by the next label',
  'other ending': 'has another ending',
  'unreadable character': 'has a character that cannot be read',
  'several lines': 'has several lines',
};

const LINES = {
  'no rows': 'There are no lines with part numbers',
  'no end': 'The end of the lines was not found',
  'row unclear': 'A line is not clear',
  'row missing': 'A line may be missing',
  'too many rows': 'There are too many lines',
  'second end': 'The lines end twice: it may be two orders, or one twice',
};

/** Returns null for a document that is sure. */
export function reasonOf(read: ReadDocument): string | null {
  const { newText, orders } = read;
  if (orders > 1) return `It has ${String(orders)} invoices`;
  const { fields, lines } = unsureOf(read);
  const all = [
    ...(newText === null ? [] : [`New on this layout: ${newText}`]),
    ...fields.map(({ name, reason }) => `${NAMES[name]} ${FIELD[reason]}`),
    ...(lines === null ? [] : [LINES[lines]]),
  ];
  return all.length === 0 ? null : all.join('. ');
}
