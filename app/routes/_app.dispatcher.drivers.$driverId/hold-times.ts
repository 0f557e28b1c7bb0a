/** The times of the menu Hold until: the next hours directly, and all hours of a week by day. Pure. */
import { dateLabel, HOURS, momentsOf, wallClock } from '~/domain/kernel/time';
import { addDays } from '~/ui/days';
import { formatClock, formatTime, type Zone } from '~/ui/time';

type HoldTime = { label: string; moment: number };
type HoldTimes = { soon: HoldTime[]; days: { label: string; times: HoldTime[] }[] };

const HALF_HOUR_MS = 30 * 60_000;
/** Steps of half an hour, counted from the next half hour. */
const STEPS = [0, 1, 2, 3, 4, 6, 8];
const MORNING = 8;
const DAYS = 7;

export function holdTimes(now: number, zone: Zone): HoldTimes {
  const next = Math.ceil((now + HALF_HOUR_MS / 3) / HALF_HOUR_MS) * HALF_HOUR_MS;
  const today = wallClock(new Date(now), zone.zone).date;
  const clockOf = (moment: number) => formatClock(new Date(moment).toISOString(), zone);
  const hoursOf = (day: string, hours: number[]) =>
    hours
      .flatMap((hour) => momentsOf(day, hour, zone.zone))
      .filter((moment) => moment > now)
      .map((moment) => ({ label: clockOf(moment), moment }));
  const [morning] = hoursOf(addDays(today, 1), [MORNING]);
  const days = Array.from({ length: DAYS }, (_, count) => addDays(today, count));
  return {
    soon: [
      ...STEPS.map((step) => next + step * HALF_HOUR_MS).map((moment) => ({
        label: formatTime(new Date(moment).toISOString(), zone),
        moment,
      })),
      ...(morning ? [{ ...morning, label: `Tomorrow ${morning.label}` }] : []),
    ],
    days: days
      .map((day, count) => ({
        label: ['Today', 'Tomorrow'][count] ?? dateLabel(day),
        times: hoursOf(day, HOURS),
      }))
      .filter(({ times }) => times.length > 0),
  };
}
