/** Joins messages. Each ends as a sentence before the next begins. */
export const sentences = (messages: string[]): string =>
  messages.map((message) => (/[.!?]$/.test(message) ? message : `${message}.`)).join(' ');
