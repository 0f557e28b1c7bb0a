/** A document as layouts look at it: phrases by their text, lines by their height, words by their place. */
import type { Word } from '~/domain/intake/reading/words';
import { type Labels, labelWords, type Phrase, phrasesOf, shiftsIn } from './labels';
import {
  isNarrow,
  type Line,
  lowerBound,
  runsOf,
  type Spot,
  Spots,
  textRunsOf,
  TOLERANCE,
} from './text-lines';

/** The word behind a word, without punctuation between them, and the value that has it, from `from` on. Labels are no part of a value. */
type Place = { next: Word | undefined; value: Word[]; from: number };

export class Document {
  readonly labels: Set<Word>;
  readonly phrases: Phrase[];
  /** How much lower a line is than in the example, in points. */
  readonly shiftOf: (line: Line) => number;
  readonly #corner: Phrase | null;
  readonly #byText: Map<string, Phrase[]>;
  readonly #byLine: Map<Line, Phrase[]>;
  readonly #values = new Map<Line, Spots>();
  readonly #texts = new Map<Line, Map<number, Spots>>();
  readonly #places = new Map<Line, Map<Word, Place>>();

  constructor(
    readonly lines: Line[],
    { labels, pairs }: Labels,
  ) {
    this.shiftOf = shiftsIn(lines, labels);
    this.labels = labelWords(lines, labels, this.shiftOf);
    this.phrases = phrasesOf(lines, this.labels, pairs);
    const [first] = lines;
    this.#corner = first ? { text: '', page: first.page, x: 0, y: 0, line: first, words: [] } : null;
    this.#byText = grouped(this.phrases, ({ text }) => text);
    this.#byLine = grouped(this.phrases, ({ line }) => line);
  }

  /** In the order of reading. */
  phrasesWith(text: string): Phrase[] {
    return this.#byText.get(text) ?? [];
  }

  phrasesIn(line: Line): Phrase[] {
    return this.#byLine.get(line) ?? [];
  }

  /** Returns the phrase when it occurs once on the first page that has it; without a text, the corner of the first page. */
  only(text: string): Phrase | null {
    if (text === '') return this.#corner;
    const [first, second] = this.phrasesWith(text);
    return first && second?.page !== first.page ? first : null;
  }

  /** Returns the lines of a page between two heights, which count. */
  linesBetween(page: number, top: number, bottom: number): Line[] {
    const from = lowerBound(this.lines, (line) => line.page < page || (line.page === page && line.y < top));
    const to = lowerBound(this.lines, (line) => line.page < page || (line.page === page && line.y <= bottom));
    return this.lines.slice(from, to);
  }

  placeOf(word: Word): Place | undefined {
    for (const line of this.linesBetween(word.page, word.y - TOLERANCE, word.y)) {
      const place = computed(this.#places, line, () => placesOf(line, this.labels)).get(word);
      if (place) return place;
    }
    return undefined;
  }

  /** Finds texts between labels and wide gaps, and the words inside of them. */
  valuesIn(line: Line): Spots {
    return computed(this.#values, line, () => {
      const runs = valueRuns(line, this.labels);
      return new Spots(
        runs.flatMap((run): Spot[] => [
          { run, from: 0, count: run.length },
          ...(run.length > 1 ? run.map((_, from): Spot => ({ run, from, count: 1 })) : []),
        ]),
      );
    });
  }

  /** Finds so many words that stand together. */
  textsIn(line: Line, count: number): Spots {
    const byCount = computed(this.#texts, line, () => new Map<number, Spots>());
    return computed(byCount, count, () => {
      const runs = textRunsOf(line);
      return new Spots(
        runs.flatMap((run) => run.slice(count - 1).map((_, from): Spot => ({ run, from, count }))),
      );
    });
  }
}

function placesOf(line: Line, labels: Set<Word>): Map<Word, Place> {
  const places = new Map<Word, Place>();
  for (const [at, word] of line.words.entries())
    places.set(word, { next: line.words.slice(at + 1).find(hasText), value: [], from: 0 });
  for (const value of valueRuns(line, labels))
    for (const [from, word] of value.entries()) Object.assign(places.get(word) ?? {}, { value, from });
  return places;
}

/** Texts of a line between labels and wide gaps. Punctuation alone is no end of a text. */
export const valueRuns = ({ words }: Line, labels: Set<Word>): Word[][] =>
  runsOf(words, (left, right) => !isNarrow(left, right) || labels.has(left) !== labels.has(right))
    .filter(([first]) => first && !labels.has(first))
    .map(withoutPunctuation)
    .filter(({ length }) => length > 0);

const hasText = ({ text }: Word) => /[\p{L}\d]/u.test(text);

function withoutPunctuation(run: Word[]): Word[] {
  const first = run.findIndex(hasText);
  return first === -1 ? [] : run.slice(first, run.length - [...run].reverse().findIndex(hasText));
}

function grouped<Key, Item>(items: Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) computed(groups, keyOf(item), () => []).push(item);
  return groups;
}

function computed<Key, Value>(known: Map<Key, Value>, key: Key, compute: () => Value): Value {
  const found = known.get(key) ?? compute();
  known.set(key, found);
  return found;
}
