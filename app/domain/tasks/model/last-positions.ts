/** The last position of a driver, and its wording. Safe in the browser. */
import { durationLabel } from '~/domain/kernel/time';

export type DriverPosition = {
  driverId: number;
  /** ISO 8601. */
  at: string;
  latitude: number;
  longitude: number;
  /** Meters. */
  accuracy: number | null;
  /** Percent. */
  battery: number | null;
  source: 'page' | 'owntracks' | 'traccar' | 'osmand';
};

/** A move of a driver; null: no longer shown. `gap`: moves may have been missed. */
export type Moved = { driverId: number; position: DriverPosition | null } | 'gap';
/** @returns a function that stops it. */
export type FollowMoves = (hear: (moved: Moved) => void) => () => void;

const MINUTE_MS = 60_000;
/** A phone that is awake reports more often than this: at least four times a minute. */
const FRESH_MS = 3 * MINUTE_MS;

const isFresh = ({ at }: Pick<DriverPosition, 'at'>, now: number) => now - Date.parse(at) < FRESH_MS;

/** `now`, `8 min ago, phone asleep`, `3 h 5 min ago, phone asleep`; with the battery, if it is known. */
export function positionWords(position: Pick<DriverPosition, 'at' | 'battery'>, now: number): string {
  const minutes = Math.floor((now - Date.parse(position.at)) / MINUTE_MS);
  const age = minutes < 1 ? 'now' : `${durationLabel(minutes)} ago`;
  return [
    isFresh(position, now) ? age : `${age}, phone asleep`,
    ...(position.battery === null ? [] : [`battery ${String(position.battery)}%`]),
  ].join(', ');
}

/** The width and height of a driver's marker. */
export const DRIVER_PIXELS = 30;

/** The words of a driver's marker, the same on both maps. */
export const driverLook = (name: string, position: DriverPosition, now: number) => ({
  label: `${name}, ${positionWords(position, now)}`,
  isOld: !isFresh(position, now),
});

/** `recorded 40 m from the stop`. It is as precise as the phone was. */
export const tapWords = (metres: number | null): string =>
  metres === null
    ? 'position recorded'
    : metres < 1_000
      ? `recorded ${String(Math.max(10, Math.round(metres / 10) * 10))} m from the stop`
      : `recorded ${(metres / 1_000).toFixed(1)} km from the stop`;
