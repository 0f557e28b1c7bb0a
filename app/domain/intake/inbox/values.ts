/** The values that were read from a document. */
import type { FieldName } from '~/domain/intake/layouts/fields';
import type { PartLine } from '~/domain/intake/layouts/part-lines';
import type { Contents } from './differences';

export type Read = { fields: Partial<Record<FieldName, { value: string } | { reason: string }>> };

/** Returns the value of a field; an empty text for one that is not sure. */
export function valueOf({ fields }: Read, name: FieldName): string {
  const field = fields[name];
  return field && 'value' in field ? field.value : '';
}

/** Returns street and city as printed. */
export const placeOf = (read: Read): string =>
  [valueOf(read, 'street'), valueOf(read, 'city')].filter(Boolean).join(', ');

export const contentsOf = (read: Read, lines: PartLine[] | null): Contents => ({
  customer: valueOf(read, 'customer'),
  place: placeOf(read),
  via: valueOf(read, 'via'),
  lines: lines ?? [],
});
