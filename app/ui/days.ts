/** Calendar days as text, yyyy-mm-dd. They have no time zone, and comparing the texts compares the days. */

const DAY_MS = 24 * 60 * 60_000;
const at = (day: string) => new Date(`${day}T00:00:00Z`);
const textOf = (date: Date) => date.toISOString().slice(0, 10);

export const addDays = (day: string, count: number) => textOf(new Date(at(day).getTime() + count * DAY_MS));

/** The same day of another month, or that month's last day. */
export function addMonths(day: string, count: number): string {
  const date = at(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return textOf(new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), last))));
}

/** 0 is Sunday. */
export const weekday = (day: string) => at(day).getUTCDay();

/** The weeks of the day's month, from Sunday to Saturday; null for a day of another month. */
export function weeksOf(day: string): (string | null)[][] {
  const month = day.slice(0, 7);
  const first = addDays(`${month}-01`, -weekday(`${month}-01`));
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, i) => {
      const each = addDays(first, week * 7 + i);
      return each.startsWith(month) ? each : null;
    }),
  );
  return weeks.filter((week) => week.some((each) => each !== null));
}

const words = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
  return (day: string) => format.format(at(day));
};
/** For example `Friday, November 20, 2026`. */
export const dayWords = words({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
/** For example `November 2026`. */
export const monthWords = words({ year: 'numeric', month: 'long' });

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
