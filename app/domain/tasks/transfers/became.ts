/** What others have made of a task that a driver had under way. Safe in the browser. */
export type Became = {
  taskId: number;
  location: string;
  /** The person's name, "You" or "System". */
  by: string;
  /** What they did to it, in words: "completed it". */
  what: string;
  /** ISO 8601. */
  at: string;
  /** A completed delivery of the driver's that has no signature yet. */
  isUnsigned: boolean;
};
