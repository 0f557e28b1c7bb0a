/** Messages one after the other: each ends before the next begins. */
export const sentences = (messages: string[]): string =>
  messages.map((message) => (/[.!?]$/.test(message) ? message : `${message}.`)).join(' ');
