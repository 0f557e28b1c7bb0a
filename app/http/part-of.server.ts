/** An answer with changes is another one than the whole, and belongs to the history from which it was made. */
export const partOf = (history: number | null, since?: number) =>
  history === null || since === undefined
    ? { input: {}, part: '', key: '' }
    : { input: { since }, part: `-since-${String(since)}`, key: `-of-${String(history)}` };
