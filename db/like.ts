/** A text for LIKE in which nothing is a wildcard. */
export const likePattern = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);
