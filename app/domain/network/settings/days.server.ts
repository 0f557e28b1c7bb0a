/** Business days: they begin and end by the clocks of the business time zone, also when those change. */
import { fieldRefusal } from '~/domain/kernel/errors';
import { eachDay, isDay, wallClock } from '~/domain/kernel/time';
import { businessZone } from './network.server';
import { MOST_DAYS, type Days } from './days';

/**
 * SQL: whether task `t` was archived and completed from the first to the last of these days, which are SQL as
 * well.
 */
export const archivedWithin = (first: string, last: string) => `t.archived
  and t.completed_at >= (${first})::timestamp at time zone $zone
  and t.completed_at < (${last} + 1)::timestamp at time zone $zone`;

/** The same for the days of `daysOf`. */
export const ARCHIVED_WITHIN = archivedWithin('$from::date', '$to::date');

/** The values that both bind. */
export const daysOf = ({ from, to }: Days) => ({ from, to, zone: businessZone() });

/** The day that business clocks show now. */
export const businessToday = () => wallClock(new Date(), businessZone()).date;

/** @throws invalid when the text is no day. */
export function oneDay(date: string): Days {
  requireDay(date, 'date');
  return { from: date, to: date };
}

/** @throws invalid when a text is no day, the order is wrong, or there are too many days. */
export function rangeOfDays(from: string, to: string): Days {
  requireDay(from, 'from');
  requireDay(to, 'to');
  if (from > to) throw fieldRefusal('from', 'The first day must not be after the last');
  if (eachDay(from, to).length > MOST_DAYS)
    throw fieldRefusal('from', `Choose at most ${String(MOST_DAYS)} days`);
  return { from, to };
}

function requireDay(text: string, field: string): void {
  if (!isDay(text)) throw fieldRefusal(field, 'Invalid date');
}
