/** The things that the office should look at and then settle. Safe in the browser. */
import { isDone } from './statuses';

/**
 * A line from a customer, or a completion by a driver whose phone showed another address than the task had.
 */
export const CONCERN_KINDS = ['customer-wrote', 'other-address'] as const;
export type ConcernKind = (typeof CONCERN_KINDS)[number];

export type Concern = {
  id: number;
  kind: ConcernKind;
  /** The customer's line, or the address that the phone showed. */
  said: string;
  /** The task's address when it was completed; null for a line from a customer. */
  address: string | null;
  /** ISO 8601. */
  at: string;
  isSettled: boolean;
};

/** The action of the event in the task's activity. */
export const SETTLED: Record<ConcernKind, string> = {
  'customer-wrote': 'customer line read',
  'other-address': 'address checked',
};

/**
 * Returns the lines from customers about a task that is still open. `concerns` may be missing in a route that
 * a phone stored before.
 */
export const linesOf = ({ concerns = [], status }: { concerns?: Concern[]; status: string }): string[] =>
  isDone({ status }) ? [] : concerns.flatMap(({ kind, said }) => (kind === 'customer-wrote' ? [said] : []));

/** Returns the lines from customers that the office has not read. */
export const unreadOf = ({ concerns = [] }: { concerns?: Concern[] }): string[] =>
  concerns.flatMap(({ kind, said, isSettled }) => (kind === 'customer-wrote' && !isSettled ? [said] : []));
