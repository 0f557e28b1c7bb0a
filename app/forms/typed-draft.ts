/** Names of fields without typed input. */
const UNTYPED = /^(_key|intent|version|linked|[a-zA-Z]*Ids?|.*_shown)$/;

/** True when a draft holds input of a person. */
export const hasTyped = (draft: Record<string, string[]>) =>
  Object.entries(draft).some(([name, values]) => !UNTYPED.test(name) && values.some((value) => value !== ''));
