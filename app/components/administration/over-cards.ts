/** The `handle` of a dialog that is shown over the first page of the settings. */
export const OVER_CARDS = { isOverCards: true };

export const isOverCards = ({ handle }: { handle: unknown }) => handle === OVER_CARDS;
