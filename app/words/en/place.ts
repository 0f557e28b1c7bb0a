import { part } from '~/words/words';

/** Other languages have the notes about places here, by precision. In English they are in `domain/geography/address.ts`. */
export const placeNotes = part('words:placeNotes', (): Record<string, string> => ({}));
