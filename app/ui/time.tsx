/** Times in the reader's zone: a chosen one, or the device's, which the server can't know and the browser puts right. */
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { isShownTwice, zoneOffset } from '~/domain/kernel/time';

/** The zone that server and browser agree on for the first rendering, and whether the device's takes its place then. */
export type ShownZone = Zone & { followsDevice: boolean };

/** A time of another zone than the business goes by has the zone's name beside it. */
export type Zone = { zone: string; business: string };

export const ShownZone = createContext<ShownZone>({ zone: 'UTC', business: 'UTC', followsDevice: true });

/** The zone to show times in now. */
export function useZone(): Zone {
  const { zone, business, followsDevice } = useContext(ShownZone);
  const [device, setDevice] = useState<string | null>(null);
  useEffect(() => {
    setDevice(followsDevice ? Intl.DateTimeFormat().resolvedOptions().timeZone : null);
  }, [followsDevice]);
  const shown = device ?? zone;
  return useMemo(() => ({ zone: shown, business }), [shown, business]);
}

/** `day` (YYYY-MM-DD) goes without saying; without one, today and the next 12 hours. */
type Props = {
  iso: string;
  day?: string;
  /** Less than a week from now: other days are named by their weekday. */ inWeek?: boolean;
};

export function Time({ iso, day, inWeek }: Props) {
  const zone = useZone();
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {formatTime(iso, zone, day, inWeek)}
    </time>
  );
}

/** The time alone, where the day is said elsewhere. */
export function ClockTime({ iso }: { iso: string }) {
  const zone = useZone();
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {formatClock(iso, zone)}
    </time>
  );
}

/** How long ago: `18 min`, `3 h`, `2 d`. The server, which does not know when its page is read, writes the time. */
export function Ago({ iso, children }: { iso: string; /** After it. */ children?: ReactNode }) {
  const now = useNow();
  if (now === null) {
    return (
      <>
        since <Time iso={iso} />
      </>
    );
  }
  return (
    <time dateTime={iso}>
      {formatAge(now - Date.parse(iso))}
      {children}
    </time>
  );
}

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

function formatAge(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS));
  if (minutes < HOUR_MINUTES) return `${String(minutes)} min`;
  if (minutes < DAY_MINUTES) return `${String(Math.floor(minutes / HOUR_MINUTES))} h`;
  return `${String(Math.floor(minutes / DAY_MINUTES))} d`;
}

const LOOK_AT_THE_CLOCK_MS = 15_000;

/** Milliseconds since 1970, looked up every 15 seconds; null on the server and in the browser's first rendering. */
export const useNow = () => useSyncExternalStore(watchClock, readClock, () => null);

const readClock = () => Math.floor(Date.now() / LOOK_AT_THE_CLOCK_MS) * LOOK_AT_THE_CLOCK_MS;

const watchers = new Set<() => void>();
let clock: number | undefined;

/** One timer for all that show how long ago something was. */
function watchClock(watcher: () => void) {
  watchers.add(watcher);
  clock ??= window.setInterval(() => {
    for (const each of watchers) each();
  }, LOOK_AT_THE_CLOCK_MS);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    window.clearInterval(clock);
    clock = undefined;
  };
}

/** What lies ahead by less needs no date: no other moment of that name is nearer. */
const SOON_MS = 12 * HOUR_MINUTES * MINUTE_MS;

/** `2:40 PM`, and `2:40 PM EST` where that alone could be another moment. */
export function formatClock(iso: string, zone: Zone): string {
  const at = new Date(iso);
  const timeZoneName = isNamed(at, zone) ? 'short' : undefined;
  return format(at, { timeZone: zone.zone, hour: 'numeric', minute: '2-digit', timeZoneName });
}

/** An old browser may not know a zone: it shows its own time then, and names that. */
function isNamed(at: Date, { zone, business }: Zone): boolean {
  try {
    if (zone !== business && zoneOffset(at, zone) !== zoneOffset(at, business)) return true;
    return isShownTwice(at, zone);
  } catch {
    return true;
  }
}

/**
 * `2:40 PM` on `day`, else `Mar 9, 2026 2:40 PM`, or in a week `Mon 2:40 PM`. Without a day: today, or in the next 12
 * hours.
 */
export function formatTime(iso: string, zone: Zone, day?: string, inWeek = false): string {
  const date = new Date(iso);
  const timeZone = zone.zone;
  const time = formatClock(iso, zone);
  const label = (each: Date, of = timeZone) =>
    format(each, { timeZone: of, year: 'numeric', month: 'short', day: 'numeric' });
  const ahead = date.getTime() - Date.now();
  if (day === undefined && ahead > 0 && ahead < SOON_MS) return time;
  const silent = day === undefined ? label(new Date()) : label(new Date(day), 'UTC');
  if (label(date) === silent) return time;
  return `${inWeek ? format(date, { timeZone, weekday: 'short' }) : label(date)} ${time}`;
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
