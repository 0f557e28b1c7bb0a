/** What there is to say of a need-by before it is saved. Safe in the browser. */
import { dateLabel, hourLabel, momentsOf } from '~/domain/time';

type NeedByNotice = {
  text: string;
  /** Whether it can be saved all the same. */
  possible: boolean;
};

/** @param hour null while none is chosen. */
export function needByNotice(
  date: string,
  hour: number | null,
  now: Date,
  zone: string,
): NeedByNotice | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) return null;
  const day = dateLabel(date);
  if (hour === null)
    return { possible: false, text: `No full hour is left on ${day}. Choose another day, or an hour.` };
  const label = hourLabel(hour);
  const moments = momentsOf(date, hour, zone);
  const [last] = moments.slice(-1);
  if (last === undefined) {
    const text = `${label} does not exist on ${day}: clocks are put forward over it. Choose another hour.`;
    return { possible: false, text };
  }
  if (last <= now.getTime()) {
    return { possible: true, text: `${label} on ${day} is already past: the task becomes Pending at once.` };
  }
  if (moments.length > 1) {
    const text = `${label} happens twice on ${day}, as clocks are put back. The task waits for the second time.`;
    return { possible: true, text };
  }
  return null;
}

/** What a form carries that has shown the notice for this day and hour. */
export const needByShown = (date: string, hour: number) => `${date} ${String(hour)}`;
