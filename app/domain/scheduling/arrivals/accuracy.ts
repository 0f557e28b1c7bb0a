/**
 * Measures the accuracy of predicted arrivals by the public yardstick of TransitApp's ETA accuracy benchmark.
 * Pure.
 */

/** Minutes before the arrival at which predictions are kept. */
export const AHEAD_MINUTES = [60, 30, 15, 10, 6, 3] as const;

/** How many minutes early or late a right prediction may be, by the minutes from prediction to arrival. */
const YARDSTICK = [
  { ahead: 3, early: 0.5, late: 1.5 },
  { ahead: 6, early: 1, late: 2.5 },
  { ahead: 10, early: 1, late: 3.5 },
  { ahead: 15, early: 1.5, late: 4.5 },
] as const;

export type Judged = {
  /** Minutes from the prediction to the arrival. */
  ahead: number;
  /** Minutes by which the driver came later than predicted; negative: earlier. */
  late: number;
  /** The driver came within the predicted range. */
  inRange: boolean;
};

export type Accuracy = {
  /**
   * The mean of the shares of the yardstick's four parts, from 0 to 100; null while one of them has too few
   * arrivals.
   */
  score: number | null;
  parts: { ahead: number; share: number | null; count: number }[];
  /** The share of ranges that were right, from 0 to 100. */
  ranges: number | null;
  count: number;
};

/** A smaller number of arrivals is no reliable measure. */
const ENOUGH = 20;

const percent = (of: number, count: number) => (count < ENOUGH ? null : (100 * of) / count);

export function accuracyOf(judged: readonly Judged[]): Accuracy {
  const parts = YARDSTICK.map(({ ahead, early, late }, index) => {
    const above = YARDSTICK[index - 1]?.ahead ?? -Infinity;
    const own = judged.filter((each) => each.ahead > above && each.ahead <= ahead);
    const right = own.filter((each) => each.late >= -early && each.late <= late);
    return { ahead, share: percent(right.length, own.length), count: own.length };
  });
  const shares = parts.flatMap(({ share }) => share ?? []);
  return {
    score: shares.length < parts.length ? null : shares.reduce((sum, each) => sum + each, 0) / shares.length,
    parts,
    ranges: percent(judged.filter(({ inRange }) => inRange).length, judged.length),
    count: judged.length,
  };
}
