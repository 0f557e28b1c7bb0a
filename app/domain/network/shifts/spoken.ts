/** A driver's own shift as a sentence. Safe in the browser. */
import { dayAfter, parseClock } from './hours';
import type { Shift } from './schema';

type Spoken = Pick<Shift, 'day' | 'start' | 'end' | 'breakMinutes' | 'breakFrom'>;
/** The day and the time by clocks in the network's time zone: 2026-11-23, 08:30. */
type Now = { today: string; clock: string };

/**
 * Words the shift: `Today 8:00 AM to 4:30 PM, break 12:00 PM to 12:30 PM`. Takes last night's while it goes
 * on, else today's; null without one.
 */
export function spokenShift(shifts: Spoken[], { today, clock }: Now): string | null {
  const yesterday = dayAfter(today, -1);
  const night = shifts.find(({ day, start, end }) => day === yesterday && end <= start && clock < end);
  if (night) return `Yesterday ${hoursOf(night)}`;
  const shift = shifts.find(({ day }) => day === today);
  return shift ? `Today ${hoursOf(shift)}` : null;
}

function hoursOf({ start, end, breakMinutes, breakFrom }: Spoken): string {
  const hours = `${spoken(minutesOf(start))} to ${spoken(minutesOf(end))}`;
  if (breakMinutes === 0) return hours;
  if (breakFrom === null) return `${hours}, with a break of ${String(breakMinutes)} min`;
  const from = minutesOf(breakFrom);
  return `${hours}, break ${spoken(from)} to ${spoken(from + breakMinutes)}`;
}

const minutesOf = (clock: string) => parseClock(clock) ?? 0;

function spoken(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 24;
  return `${String(hour % 12 || 12)}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}
