/**
 * Times in the reader's zone: a chosen zone, or the device's zone. The server can't know the device's zone, so the
 * browser corrects the times.
 */
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { durationLabel, isShownTwice, zoneOffset } from '~/domain/kernel/time';
import { frame } from '~/words/en/frame';
import { locale } from '~/words/words';

/**
 * The zone for the first rendering, in which server and browser agree. `followsDevice`: the device's zone replaces it
 * then.
 */
export type ShownZone = Zone & { followsDevice: boolean };

/** The zone for times. If it differs from the business' zone, times show its name. */
export type Zone = { zone: string; business: string };

export const ShownZone = createContext<ShownZone>({ zone: 'UTC', business: 'UTC', followsDevice: true });

/** The zone for times at present. */
export function useZone(): Zone {
  const { zone, business, followsDevice } = useContext(ShownZone);
  const [device, setDevice] = useState<string | null>(null);
  useEffect(() => {
    setDevice(followsDevice ? Intl.DateTimeFormat().resolvedOptions().timeZone : null);
  }, [followsDevice]);
  const shown = device ?? zone;
  return useMemo(() => ({ zone: shown, business }), [shown, business]);
}

/**
 * A time on `day` (YYYY-MM-DD) is shown without its day, and with null always with it. Without `day`, today and the next
 * 12 hours are shown without.
 */
type Props = {
  iso: string;
  day?: string | null;
  /** True for times within a week from now. Other days are then shown by their weekday. */ inWeek?: boolean;
};

export function Time({ iso, day, inWeek }: Props) {
  const zone = useZone();
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {formatTime(iso, zone, day, inWeek)}
    </time>
  );
}

/** Shows the clock time only, because the day is shown elsewhere. */
export function ClockTime({ iso, seconds }: { iso: string; seconds?: true }) {
  const zone = useZone();
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {formatClock(iso, zone, seconds)}
    </time>
  );
}

/**
 * Shows an age: `18 min`, `3 h 5 min`, `2 d`. The server does not know when its page is read, so it shows the time instead.
 */
export function Ago({ iso, children }: { iso: string; /** Shown after the age. */ children?: ReactNode }) {
  const now = useNow();
  if (now === null) {
    return (
      <>
        {frame.since}
        <Time iso={iso} />
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
  if (minutes < DAY_MINUTES) return durationLabel(minutes);
  return `${String(Math.floor(minutes / DAY_MINUTES))} d`;
}

const LOOK_AT_THE_CLOCK_MS = 15_000;

/**
 * The present time in milliseconds since 1970, in steps of 15 seconds; null on the server and in the browser's first
 * rendering.
 */
export const useNow = () => useSyncExternalStore(watchClock, readClock, () => null);

const readClock = () => Math.floor(Date.now() / LOOK_AT_THE_CLOCK_MS) * LOOK_AT_THE_CLOCK_MS;

const watchers = new Set<() => void>();
let clock: number | undefined;

/** All ages share one timer. */
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

/** A time ahead by less than this needs no date, because no other moment with that clock time is nearer. */
const SOON_MS = 12 * HOUR_MINUTES * MINUTE_MS;

/** Formats `2:40 PM`, or `2:40 PM EST` if the clock time alone is ambiguous. */
export function formatClock(iso: string, zone: Zone, seconds?: true): string {
  const at = new Date(iso);
  const timeZoneName = isNamed(at, zone) ? 'short' : undefined;
  return format(at, {
    timeZone: zone.zone,
    hour: 'numeric',
    minute: '2-digit',
    second: seconds && '2-digit',
    timeZoneName,
  });
}

/**
 * True when the zone's name is needed. An old browser that does not know the zone shows its own time, with its name.
 */
function isNamed(at: Date, { zone, business }: Zone): boolean {
  try {
    if (zone !== business && zoneOffset(at, zone) !== zoneOffset(at, business)) return true;
    return isShownTwice(at, zone);
  } catch {
    return true;
  }
}

/**
 * Formats `2:40 PM` for a time on `day`, else `Mar 9, 2026 2:40 PM` or, with `inWeek`, `Mon 2:40 PM`. Without `day` the
 * short form is for today and the next 12 hours, and with null there is none.
 */
export function formatTime(iso: string, zone: Zone, day?: string | null, inWeek = false): string {
  const date = new Date(iso);
  const timeZone = zone.zone;
  const time = formatClock(iso, zone);
  const label = dayIn(timeZone);
  const ahead = date.getTime() - Date.now();
  if (day === undefined && ahead > 0 && ahead < SOON_MS) return time;
  const silent = day === undefined ? label(new Date()) : day && dayIn('UTC')(new Date(day));
  if (label(date) === silent) return time;
  return `${inWeek ? format(date, { timeZone, weekday: 'short' }) : label(date)} ${time}`;
}

/** Formats `Mar 9, 2026 2:40 PM`. */
export const formatMoment = (iso: string, zone: Zone) =>
  `${dayIn(zone.zone)(new Date(iso))} ${formatClock(iso, zone)}`;

const dayIn = (timeZone: string) => (date: Date) =>
  format(date, { timeZone, year: 'numeric', month: 'short', day: 'numeric' });

// Some versions of the zone data put a narrow space before PM, or one that can't break, but server and browser must
// agree.
const format = (date: Date, options: Intl.DateTimeFormatOptions) =>
  formatterOf(options)
    .format(date)
    .replace(/[\u202f\u00a0]/g, ' ');

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Keeps formatters, because making one takes longer than using it a hundred times, and lists format their times again
 * with every change.
 */
function formatterOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale() + JSON.stringify(options);
  const made = formatters.get(key) ?? makeFormatter(options);
  formatters.set(key, made);
  return made;
}

/** An old browser may not know the chosen zone. It then uses its own. */
function makeFormatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale(), options);
  } catch {
    return new Intl.DateTimeFormat(locale(), { ...options, timeZone: undefined });
  }
}
