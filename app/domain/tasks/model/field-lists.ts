/** Lists of fields that only the server uses. Pages load the table of fields, and not this file. */
import { blankOf, keysOf } from '~/domain/kernel/field-table';
import { FORM_FIELDS, TASK_FIELDS } from './fields';
import type { TaskType } from './values';
import { notices } from '~/words/en/notices';
import { FACT_KEYS, type FactKey, factLabel } from './facts';

type Fields = typeof TASK_FIELDS;
type KeyWith<Flag extends string> = {
  [Key in keyof Fields]: Fields[Key] extends Record<Flag, unknown> ? Key : never;
}[keyof Fields];
const keysWith = <Flag extends string>(flag: Flag) =>
  keysOf(TASK_FIELDS).filter((key): key is KeyWith<Flag> => flag in TASK_FIELDS[key]);

/** The fields that a transfer hands over to its delivery. */
export const HANDED_OVER_KEYS = keysWith('handedOver');

export type NoticeKey = KeyWith<'notice'> | FactKey;
/** The fields whose changes make a notice to the driver. */
export const NOTICE_KEYS: NoticeKey[] = [...keysWith('notice'), ...FACT_KEYS];

const isFact = (key: NoticeKey): key is FactKey => FACT_KEYS.some((fact) => fact === key);

export function noticeLabel(key: NoticeKey): string {
  if (isFact(key)) return factLabel(key);
  return notices.labels[key] ?? TASK_FIELDS[key].notice;
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
