/** Names of fields that nobody types. */
const UNTYPED = /^(_key|intent|version|linked|[a-zA-Z]*Ids?|.*_shown)$/;

/** Whether there is something in a form's fields that a person typed or chose. */
export const hasTyped = (draft: Record<string, string[]>) =>
  Object.entries(draft).some(([name, values]) => !UNTYPED.test(name) && values.some((value) => value !== ''));
