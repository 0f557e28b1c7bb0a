import { accounts } from './accounts';
import { administration } from './administration';
import { plainText, type Section } from './blocks';
import { driversGuide } from '~/words/en/guide';
import { tasks } from './tasks';

type Reader = {
  /** True for people who work with the board. */
  hasBoard: boolean;
  isAdmin: boolean;
};

/** The user guides. The part about the reader's own role comes first. */
export function guideFor({ hasBoard, isAdmin }: Reader): Section[] {
  const forDrivers = driversGuide.section;
  if (!hasBoard) return [forDrivers, tasks, accounts];
  const office = [tasks, accounts, forDrivers];
  return isAdmin ? [administration, ...office] : office;
}

/** The words of a search in lower case. */
export const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean);

/** The topics that contain every word, by section; all topics without a word. */
export function matching(guide: Section[], words: string[]): Section[] {
  if (words.length === 0) return guide;
  return guide
    .map((section) => ({
      ...section,
      topics: section.topics.filter((topic) => {
        const text = plainText(topic).toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ topics }) => topics.length > 0);
}

type Piece = { text: string; isMatch: boolean };

/** Splits a text, so that searched words can be marked. */
export function markedPieces(text: string, words: string[]): Piece[] {
  if (words.length === 0) return [{ text, isMatch: false }];
  const escaped = words.map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  // The expression has one group, so every second piece is a searched word.
  const pieces = text.split(new RegExp(`(${escaped.join('|')})`, 'gi'));
  return pieces
    .map((piece, index) => ({ text: piece, isMatch: index % 2 === 1 }))
    .filter((piece) => piece.text);
}
