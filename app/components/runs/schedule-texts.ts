/** A schedule as the texts of its form. Safe in the browser. */
import type { RunStop, RunTime, Schedule } from '~/domain/network/runs/schema';
import { clockLabel } from '~/domain/kernel/time';
import { textOfCorners } from './zone-corners';

/** Departures that are the same on several weekdays are one row. */
export type TimeRow = { departs: string; cutoff: string; before: string; weekdays: number[] };

export type StopRow = {
  /** Null for a new row. */
  accountId: number | null;
  account: string;
  addressId: string;
  visit: string;
  weekdays: number[];
  from: string;
  to: string;
  minutes: string;
};

/** 1 is Monday. */
export const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

export function timeRows(times: RunTime[]): TimeRow[] {
  const found = new Map<string, TimeRow>();
  for (const { weekday, departs, cutoff, cutoffDaysBefore } of times) {
    const key = `${departs} ${cutoff} ${String(cutoffDaysBefore)}`;
    const known = found.get(key);
    if (known) known.weekdays.push(weekday);
    else
      found.set(key, {
        departs: clockLabel(departs),
        cutoff: clockLabel(cutoff),
        before: String(cutoffDaysBefore),
        weekdays: [weekday],
      });
  }
  return [...found.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/** An account's name with its number, which makes it unambiguous: `Olathe Collision (#12)`. */
const accountText = ({ accountId, account }: Pick<RunStop, 'accountId' | 'account'>) =>
  `${account} (#${String(accountId)})`;

export const stopRows = (stops: RunStop[]): StopRow[] =>
  stops.map((stop) => ({
    accountId: stop.accountId,
    account: accountText(stop),
    addressId: stop.addressId === null ? '' : String(stop.addressId),
    visit: stop.visit,
    weekdays: stop.weekdays ?? EVERY_DAY,
    from: stop.windowFrom === null ? '' : clockLabel(stop.windowFrom),
    to: stop.windowTo === null ? '' : clockLabel(stop.windowTo),
    minutes: stop.serviceMinutes === null ? '' : String(stop.serviceMinutes),
  }));

export const zipsText = (zone: Schedule['zone']) => (zone && 'zips' in zone ? zone.zips.join(' ') : '');

export const cornersText = (zone: Schedule['zone']) =>
  zone && 'polygon' in zone ? textOfCorners(zone.polygon.map(([lng, lat]) => ({ lat, lng }))) : '';
