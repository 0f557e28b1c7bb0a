/** Business days, yyyy-mm-dd, the last one included. */
export type Days = { from: string; to: string };

/** A report of more would be no report. */
export const MOST_DAYS = 366;

/** What was done in a range of days. Safe in the browser. */

export type Figures = {
  completed: number;
  /** How many of them had a need-by … */
  due: number;
  /** … and how many of those kept it. */
  onTime: number;
  /** From setting out to completion, in minutes; null when nobody set out. */
  median: number | null;
  mean: number | null;
};

export type DriverFigures = Figures & { driverId: number | null; name: string };
export type DayFigures = Figures & { day: string };

export type Report = Days & {
  total: Figures;
  drivers: DriverFigures[];
  /** Every day of the range, also those on which nothing was completed. */
  days: DayFigures[];
};

export const NO_DRIVER = 'No driver';
export const NOTHING: Figures = { completed: 0, due: 0, onTime: 0, median: null, mean: null };

/** In percent; null when nothing had a need-by. */
export const onTimeShare = ({ due, onTime }: Figures) => (due === 0 ? null : (onTime / due) * 100);
