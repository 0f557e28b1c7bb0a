/** Links of the pages of runs, and their times as people read them. */
import { clockLabel, dateLabel } from '~/domain/kernel/time';
import { weekday, WEEKDAYS } from '~/ui/days';

export const weekPath = (week?: string) => `/dispatcher/runs${week === undefined ? '' : `?week=${week}`}`;
export const schedulePath = (id: number) => `/dispatcher/runs/${String(id)}`;
export const dayPath = (id: number, day: string) => `${schedulePath(id)}/${day}`;

/** `Fri 27` */
export const dayLabel = (day: string) =>
  `${(WEEKDAYS[weekday(day)] ?? '').slice(0, 3)} ${String(Number(day.slice(8)))}`;

/** `Friday, Nov 27, 2026` */
export const wholeDay = (day: string) => `${WEEKDAYS[weekday(day)] ?? ''}, ${dateLabel(day)}`;

type Times = { cutoff: string; cutoffDay: string };

/** `closes 10:10 AM`, and with its day where that is another one: `closes Thu 26 5:00 PM`. */
export const closesText = ({ cutoff, cutoffDay }: Times, day: string) =>
  `closes ${cutoffDay === day ? '' : `${dayLabel(cutoffDay)} `}${clockLabel(cutoff)}`;
