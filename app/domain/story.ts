/** What happened to a thing, as people read it. Safe in the browser. */

/** `label: before → after`. */
export type StoryLine = { label: string; before: string; after: string };

/** `occurredAt` is ISO 8601. */
export type StoryItem = { id: number; by: string; what: string; occurredAt: string; lines: StoryLine[] };

/** Stands for what was or is empty. */
export const NOTHING = '–';
