import { accounts } from './accounts';
import { administration } from './administration';
import { plainText, type Section } from './blocks';
import { drivers } from './drivers';
import { tasks } from './tasks';

type Reader = {
  /** Looks after the board. */
  hasBoard: boolean;
  isAdmin: boolean;
};

/** The user guides, the reader's own part first. */
export function guideFor({ hasBoard, isAdmin }: Reader): Section[] {
  if (!hasBoard) return [drivers, tasks, accounts];
  const office = [tasks, accounts, drivers];
  return isAdmin ? [administration, ...office] : office;
}

/** The words of a search, without case. */
export const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean);

/** The topics in which every word occurs, under their sections; all of them without a word. */
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

/** The text in pieces, so that what was searched can be marked. */
export function markedPieces(text: string, words: string[]): Piece[] {
  if (words.length === 0) return [{ text, isMatch: false }];
  const escaped = words.map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  // With one group, every second piece is what was searched.
  const pieces = text.split(new RegExp(`(${escaped.join('|')})`, 'gi'));
  return pieces
    .map((piece, index) => ({ text: piece, isMatch: index % 2 === 1 }))
    .filter((piece) => piece.text);
}
