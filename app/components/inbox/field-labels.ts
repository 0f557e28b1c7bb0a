/** Names of what is read from documents, in the order of a form. */
import type { FieldName } from '~/domain/intake/layouts/fields';

export const FIELD_LABELS: Record<FieldName, string> = {
  reference: 'Invoice number',
  customer: 'Customer number',
  name: 'Name',
  street: 'Street',
  city: 'City',
  via: 'Ship via',
};
