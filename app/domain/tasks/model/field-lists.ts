/** Lists of fields that only the server uses. Pages load the table of fields, and not this file. */
import { blankOf } from '~/domain/kernel/field-table';
import { FORM_FIELDS, TASK_FIELDS, type TaskType } from './fields';
import { facts } from '~/words/en/labels';
import { notices } from '~/words/en/notices';
import { FACT_KEYS, type FactKey, keysWith, type KeyWith } from './facts';

/** The fields that a transfer hands over to its delivery. */
export const HANDED_OVER_KEYS = keysWith('handedOver');

export type NoticeKey = KeyWith<'notice'> | FactKey;
/** The fields whose changes make a notice to the driver. */
export const NOTICE_KEYS: NoticeKey[] = [...keysWith('notice'), ...FACT_KEYS];

export function noticeLabel(key: NoticeKey): string {
  const field = TASK_FIELDS[key];
  return 'notice' in field ? (notices.labels[key] ?? field.notice) : (facts[key] ?? field.fact);
}

export const BLANK_FIELDS = blankOf(FORM_FIELDS);
type Blank = typeof BLANK_FIELDS;

/**
 * Empty values for the fields that a type does not use. The delivery of a transfer keeps its part numbers.
 */
export const unusedFields = (type: TaskType, isLinked: boolean): Partial<Blank> =>
  Object.fromEntries(
    Object.entries(BLANK_FIELDS).filter(([key]) => {
      const field = FORM_FIELDS[key as keyof Blank];
      const isItem = key === 'invoice_number' || key === 'part_numbers';
      return 'types' in field && !field.types.includes(type) && !(isLinked && isItem);
    }),
  );
