/** What follows from the table of fields on the server only; in its file, every page would load it. */
import { blankOf } from '~/domain/kernel/field-table';
import { FACT_KEYS, keysWith, type FactKey, type KeyWith } from './facts';
import { FORM_FIELDS, TASK_FIELDS, type TaskType } from './fields';

/** What the delivery of a transfer gets. */
export const HANDED_KEYS = keysWith('handedOver');

export type ToldKey = KeyWith<'told'> | FactKey;
/** What a driver is told of. */
export const TOLD_KEYS: ToldKey[] = [...keysWith('told'), ...FACT_KEYS];

export function toldLabel(key: ToldKey): string {
  const field = TASK_FIELDS[key];
  return 'told' in field ? field.told : field.fact;
}

export const BLANK_FIELDS = blankOf(FORM_FIELDS);
type Blank = typeof BLANK_FIELDS;

/** Fields that a type has no use for, emptied. A delivery that came out of a transfer keeps its part numbers. */
export const unusedFields = (type: TaskType, isLinked: boolean): Partial<Blank> =>
  Object.fromEntries(
    Object.entries(BLANK_FIELDS).filter(([key]) => {
      const field = FORM_FIELDS[key as keyof Blank];
      const isItem = key === 'invoice_number' || key === 'part_numbers';
      return 'types' in field && !field.types.includes(type) && !(isLinked && isItem);
    }),
  );
