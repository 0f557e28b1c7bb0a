/** The facts of a task for pages of the office, in English. */
import { factsOf, type Facts } from './facts';

/** The number under which another system knows the task. Drivers and customers do not see it. */
export const ORDER_LABEL = 'Order #';

type OfficeFacts = Facts & { external_ref: string | null };

/** Returns the facts that are filled, and the order's number. */
export const officeFactsOf = (task: Partial<OfficeFacts>) => [
  ...factsOf(task),
  ...(task.external_ref ? [{ key: 'external_ref', label: ORDER_LABEL, text: task.external_ref }] : []),
];

/** "Invoice # 4711" */
export const officeFactLines = (task: Partial<OfficeFacts>): string[] =>
  officeFactsOf(task).map(({ label, text }) => `${label} ${text}`);
