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

/** `day` (YYYY-MM-DD) goes without saying; today without one. */
type Props = { iso: string; day?: string };

export function Time({ iso, day }: Props) {
  const zone = useZone();
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {formatTime(iso, zone, day)}
    </time>
  );
}

/** `2:40 PM` on `day`, else `Mar 9, 2026 2:40 PM`. */
export function formatTime(iso: string, timeZone: string, day?: string): string {
  const date = new Date(iso);
  const time = format(date, { timeZone, hour: 'numeric', minute: '2-digit' });
  const label = (each: Date, zone = timeZone) =>
    format(each, { timeZone: zone, year: 'numeric', month: 'short', day: 'numeric' });
  const silent = day === undefined ? label(new Date()) : label(new Date(day), 'UTC');
  return label(date) === silent ? time : `${label(date)} ${time}`;
}

// Some versions of the zone data put a narrow space before PM; server and browser must agree.
const format = (date: Date, options: Intl.DateTimeFormatOptions) =>
  formatterOf(options)
    .format(date)
    .replace(/\u202f/g, ' ');

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than using it a hundred times, and a list shows each of its times anew with every change. */
function formatterOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const made = formatters.get(key) ?? makeFormatter(options);
  formatters.set(key, made);
  return made;
}

/** An old browser may not know the zone that was chosen; its own is better than nothing. */
function makeFormatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', options);
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: undefined });
  }
}
