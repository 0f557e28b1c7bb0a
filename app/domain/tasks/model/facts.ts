/** The fields that are shown wherever a task is shown. Safe and small in the browser. */
import { keysOf } from '~/domain/kernel/field-table';
import { facts } from '~/words/en/labels';
import { TASK_FIELDS } from './fields';

type Fields = typeof TASK_FIELDS;
export type KeyWith<Flag extends string> = {
  [Key in keyof Fields]: Fields[Key] extends Record<Flag, unknown> ? Key : never;
}[keyof Fields];
export const keysWith = <Flag extends string>(flag: Flag) =>
  keysOf(TASK_FIELDS).filter((key): key is KeyWith<Flag> => flag in TASK_FIELDS[key]);

export type FactKey = KeyWith<'fact'>;
export const FACT_KEYS = keysWith('fact');

export type Facts = Record<FactKey, string>;

/** "Invoice #" */
export const factLabel = (key: FactKey): string => facts[key] ?? TASK_FIELDS[key].fact;

/**
 * Returns the facts that are filled, in the order of the table. Some may be missing in a route that a phone
 * stored before.
 */
export const factsOf = (task: Partial<Facts>) =>
  FACT_KEYS.flatMap((key) => {
    const text = task[key];
    return text ? { key, label: factLabel(key), text } : [];
  });

/** "Invoice # 4711" */
export const factLines = (task: Partial<Facts>): string[] =>
  factsOf(task).map(({ label, text }) => `${label} ${text}`);
