/** What is measured of everything: of drivers, and of days. */
import { onTimeShare, type Figures } from '~/domain/history/report';
import { countWords, minutesWords, shareWords } from './words';

export type Measure = {
  key: 'completed' | 'onTime' | 'minutes';
  title: string;
  /** Null where there is nothing to measure. */
  of: (figures: Figures) => number | null;
  /** The longest bar stands for it; without it, for the largest there is. */
  most?: number;
  words: (value: number | null) => string;
};

export const MEASURES: Measure[] = [
  {
    key: 'completed',
    title: 'Completed',
    of: ({ completed }) => completed,
    words: (value) => countWords(value ?? 0),
  },
  { key: 'onTime', title: 'On time against need-by', of: onTimeShare, most: 100, words: shareWords },
  {
    key: 'minutes',
    title: 'Minutes from going to completed (median)',
    of: ({ median }) => median,
    words: minutesWords,
  },
];

/** What the longest bar stands for. */
export const largestOf = ({ of, most }: Measure, all: Figures[]) =>
  most ?? Math.max(1, ...all.map((figures) => of(figures) ?? 0));
