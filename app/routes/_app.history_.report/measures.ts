/** The measures of drivers and of days, and their labels. */
import { onTimeShare, type Figures } from '~/domain/views/history/report';

export const countWords = (count: number) => count.toLocaleString('en-US');
export const shareWords = (share: number | null) => (share === null ? NONE : `${String(Math.round(share))}%`);
export const minutesWords = (minutes: number | null) =>
  minutes === null ? NONE : `${String(Math.round(minutes))} min`;

export type Measure = {
  key: 'completed' | 'onTime' | 'minutes';
  title: string;
  /** Null if there is nothing to measure. */
  of: (figures: Figures) => number | null;
  /** The value of a bar with full length. By default it is the largest value. */
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
  {
    key: 'onTime',
    title: 'On time (tasks with a Deliver By or need-by time)',
    of: onTimeShare,
    most: 100,
    words: shareWords,
  },
  {
    key: 'minutes',
    title: 'Time per stop (median)',
    of: ({ median }) => median,
    words: minutesWords,
  },
];

/** The value of a bar with full length. */
export const largestOf = ({ of, most }: Measure, all: Figures[]) =>
  most ?? Math.max(1, ...all.map((figures) => of(figures) ?? 0));

/** Formats figures for people. */
const NONE = '–';
