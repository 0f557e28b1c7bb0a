/** What somebody in the office should look at and then settle. Safe in the browser. */

/** A line from a customer; a completion by a driver whose phone showed another address than the task had. */
export const CONCERN_KINDS = ['customer-wrote', 'other-address'] as const;
export type ConcernKind = (typeof CONCERN_KINDS)[number];

export type Concern = {
  id: number;
  kind: ConcernKind;
  /** The customer's line, or the address that the phone showed. */
  said: string;
  /** Of the task when it was completed; null of a line. */
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

/** What customers have written about a task that is still open. A route that a phone has kept may not know of it yet. */
export const linesOf = ({ concerns = [], status }: { concerns?: Concern[]; status: string }): string[] =>
  status === 'completed'
    ? []
    : concerns.flatMap(({ kind, said }) => (kind === 'customer-wrote' ? [said] : []));

/** What customers have written and nobody in the office has read. */
export const unreadOf = ({ concerns = [] }: { concerns?: Concern[] }): string[] =>
  concerns.flatMap(({ kind, said, isSettled }) => (kind === 'customer-wrote' && !isSettled ? [said] : []));
