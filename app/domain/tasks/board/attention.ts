/** What needs a human. Safe in the browser. */

export const ATTENTION_KINDS = ['failed', 'no-place', 'at-risk', 'unassigned'] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

export const ATTENTION_LABELS: Record<AttentionKind, string> = {
  failed: 'Could not complete',
  'no-place': 'Not on the map',
  'at-risk': 'Need-by at risk',
  unassigned: 'Unassigned',
};

/** A need-by that comes within this time, or has passed, is at risk until somebody is on the way. */
export const AT_RISK_MINUTES = 30;

/** A task with a need-by that nobody is on the way to yet. Times are ISO 8601. */
export type Due = { id: number; needBy: string };

export type Attention = {
  counts: Record<Exclude<AttentionKind, 'at-risk'>, number>;
  /** Soonest first. */
  dues: Due[];
};

/** Those of `dues` that are at risk at this moment (milliseconds since 1970). */
export const atRisk = (dues: Due[], now: number) =>
  dues.filter(({ needBy }) => Date.parse(needBy) <= now + AT_RISK_MINUTES * 60_000);
