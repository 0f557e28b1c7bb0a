/** Reading the wall clock of a time zone. The way back, from wall clock to instant, is the database's (business-time.server). */

type Wall = { date: string; hour: number };

/** The date (yyyy-mm-dd) and hour (0–23) that clocks in the zone show at this moment. */
export function wallClock(at: Date, timeZone: string): Wall {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return { date: `${part('year')}-${part('month')}-${part('day')}`, hour: Number(part('hour')) };
}

/** The hour that choosing a day suggests: the next full one. Late in the evening that is the day's last. */
export function suggestedHour(now: Date, timeZone: string): number {
  return Math.min(23, wallClock(now, timeZone).hour + 1);
}

/** `14` → `2 PM`. */
export const hourLabel = (hour: number) => `${String(hour % 12 || 12)} ${hour < 12 ? 'AM' : 'PM'}`;

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
