/** Times in the reader's zone: a chosen one, or the device's, which the server can't know and the browser puts right. */
import { createContext, useContext, useEffect, useState } from 'react';

/** The zone that server and browser agree on for the first rendering, and whether the device's takes its place then. */
export type ShownZone = { zone: string; followsDevice: boolean };

export const ShownZone = createContext<ShownZone>({ zone: 'UTC', followsDevice: true });

/** The zone to show times in now. */
export function useZone(): string {
  const { zone, followsDevice } = useContext(ShownZone);
  const [device, setDevice] = useState<string | null>(null);
  useEffect(() => {
    setDevice(followsDevice ? Intl.DateTimeFormat().resolvedOptions().timeZone : null);
  }, [followsDevice]);
  return device ?? zone;
}

type Props = { iso: string };

export function Time({ iso }: Props) {
  const zone = useZone();
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
  formatterOf(options)
    .format(date)
    .replace(/\u202f/g, ' ');

/** An old browser may not know the zone that was chosen; its own is better than nothing. */
function formatterOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', options);
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: undefined });
  }
}
