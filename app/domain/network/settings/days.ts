/** Days of the business. Safe in the browser. */

/** Business days, yyyy-mm-dd, the last one included. */
export type Days = { from: string; to: string };

/** The longest report. */
export const MOST_DAYS = 366;
