/**
 * Chooses the parts of a text that are worth looking up in the index of three-letter pieces. For a piece that
 * most tasks have, the index reads a list of most tasks; rare pieces lead to the same tasks with less work.
 */
import { likePattern, row } from 'db/connection';

export const SAMPLE_TEXTS = `
  select histogram_bounds::text::text[] as texts from pg_stats
  where schemaname = current_schema() and tablename = 'tasks' and attname = 'search_key'
    and histogram_bounds is not null`;

/** Returns texts of tasks that PostgreSQL sampled for its plans; none while there are few tasks. */
export async function sampleTexts(): Promise<string[]> {
  return (await row<{ texts: string[] }>(SAMPLE_TEXTS))?.texts ?? [];
}

/** All pieces that at most this share of tasks has are looked up, because their lists are short. */
const RARE = 0.02;
/** The length of the pieces in the index. A shorter text would be searched in every task. */
export const PIECE = 3;
/** A piece that more than this share of tasks has is never looked up. */
const COMMON = 0.5;

type Piece = { from: number; to: number; share: number };

/**
 * Returns a LIKE pattern that every key with these words matches, with `%` in place of common parts.
 * @param samples keys like those that are searched; without any, nothing is left out.
 */
export function rarePattern(words: string[], samples: string[]): string {
  const wanted = words.join('');
  const hasPairs = /[\ud800-\udfff]/.test(wanted); // characters of two code units must stay together
  const kept = samples.length > 0 && !hasPairs ? placesToKeep(words, samples) : new Set<number>();
  if (kept.size === 0) return `%${likePattern(wanted)}%`;
  let pattern = '%';
  for (let at = 0; at < wanted.length; at += 1) {
    if (kept.has(at)) pattern += likePattern(wanted.charAt(at)) + (kept.has(at + 1) ? '' : '%');
  }
  return pattern;
}

/** Keeps all rare pieces of each word, and its rarest piece unless that is common too. */
function placesToKeep(words: string[], samples: string[]): Set<number> {
  const kept = new Set<number>();
  const wanted = words.join('');
  let start = 0;
  for (const word of words) {
    const pieces = piecesOf(wanted, start, start + word.length, samples).sort((a, b) => a.share - b.share);
    start += word.length;
    for (const [order, { from, to, share }] of pieces.entries()) {
      if (share > (order === 0 ? COMMON : RARE)) break;
      for (let at = from; at < to; at += 1) kept.add(at);
    }
  }
  return kept;
}

/** Returns pieces of three letters. A shorter word is one piece, together with the letters beside it. */
function piecesOf(text: string, start: number, end: number, samples: string[]): Piece[] {
  const count = Math.max(1, end - start - PIECE + 1);
  return Array.from({ length: count }, (_, i) => {
    const [from, to] =
      end - start < PIECE
        ? [Math.max(0, start - 1), Math.min(text.length, end + 1)]
        : [start + i, start + i + PIECE];
    const piece = text.slice(from, to);
    return { from, to, share: samples.filter((sample) => sample.includes(piece)).length / samples.length };
  });
}
