/** Days of the business. Safe in the browser. */

/** Business days, yyyy-mm-dd, the last one included. */
export type Days = { from: string; to: string };

/** A report of more would be no report. */
export const MOST_DAYS = 366;
