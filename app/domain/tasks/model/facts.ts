/** The fields that are shown wherever a task is shown. Safe and small in the browser. */
import { facts } from '~/words/en/labels';

export type FactKey = keyof typeof facts;
export const FACT_KEYS = Object.keys(facts) as FactKey[];

export type Facts = Record<FactKey, string>;

/** "Invoice #" */
export const factLabel = (key: FactKey): string => facts[key];

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
