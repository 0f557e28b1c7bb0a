/** Times in the reader's zone: the server renders in the business zone, the browser corrects itself where it differs. */
import { createContext, useContext, useEffect, useState } from 'react';

/** The zone that server and browser agree on for the first rendering. */
export const BusinessZone = createContext('UTC');

type Props = { iso: string };

export function Time({ iso }: Props) {
  const business = useContext(BusinessZone);
  const [zone, setZone] = useState(business);
  useEffect(() => {
    setZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
  }, []);
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {formatTime(iso, zone)}
    </time>
  );
}

/** `2:40 PM` today, else `Mar 9, 2026 2:40 PM`. */
export function formatTime(iso: string, timeZone: string, now = new Date()): string {
  const date = new Date(iso);
  const time = format(date, { timeZone, hour: 'numeric', minute: '2-digit' });
  const day = (each: Date) => format(each, { timeZone, year: 'numeric', month: 'short', day: 'numeric' });
  return day(date) === day(now) ? time : `${day(date)} ${time}`;
}

// Some versions of the zone data put a narrow space before PM; server and browser must agree.
const format = (date: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', options).format(date).replace(/\u202f/g, ' ');
