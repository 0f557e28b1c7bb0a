/** The activity of a task or an account, as people read it. Safe in the browser. */

/** `label: before → after`. */
export type ActivityLine = { label: string; before: string; after: string };

/** `occurredAt` is ISO 8601. */
export type ActivityItem = {
  id: number;
  by: string;
  what: string;
  occurredAt: string;
  lines: ActivityLine[];
};

/** Shown for an empty value. */
export const NOTHING = '–';
