/**
 * Reads the reports of tracker apps: OwnTracks and Traccar Client send JSON, others the OsmAnd form. Pure.
 */
import type { Fix } from './accept';
import type { Transition } from './visits.server';

/** The answer to the phone is the same whatever the report contains. */
type Report = {
  fixes: Fix[];
  /** Arrivals and departures that the phone has noticed itself. */
  transitions: Transition[];
  /** The number of parts that could not be read. */
  malformed: number;
  /** Only OwnTracks reads the answer, and expects a list. */
  wantsList: boolean;
};

const nothing = (more: Partial<Report> = {}): Report => ({
  fixes: [],
  transitions: [],
  malformed: 0,
  wantsList: false,
  ...more,
});

export const MALFORMED = nothing({ malformed: 1 });

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() ? Number(value) : NaN;
/** Returns null for missing values, and for −1, which means unknown. */
const known = (value: unknown, factor = 1): number | null => {
  const number = numberOf(value) * factor;
  return number >= 0 ? number : null;
};
const percent = (value: unknown, factor = 1): number | null => {
  const number = known(value, factor);
  return number === null || number > 100 ? null : Math.round(number);
};

const KMH = 1 / 3.6;
const KNOT = 1_852 / 3_600;

/** @param text the body as it was sent; empty for a GET. */
export function readReport(text: string, type: string, query: URLSearchParams): Report {
  if (/^[\s]*[{[]/.test(text)) {
    try {
      return ofJson(JSON.parse(text));
    } catch {
      return MALFORMED;
    }
  }
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type) || text.includes('=');
  const form = new URLSearchParams([...query, ...new URLSearchParams(isForm ? text : '')]);
  // A visit of the address without a position, or an empty body, as OwnTracks sends it.
  if (!['lat', 'lon', 'location'].some((name) => form.has(name)))
    return nothing({ malformed: text.trim() ? 1 : 0, wantsList: type.includes('json') });
  return ofForm(form);
}

function ofJson(value: unknown): Report {
  if (!isFields(value)) return MALFORMED;
  if (typeof value._type === 'string') return ofOwnTracks(value);
  if (!('location' in value)) return MALFORMED;
  const locations = Array.isArray(value.location) ? (value.location as unknown[]) : [value.location];
  const fixes = locations.flatMap(ofTraccar);
  return nothing({ fixes: fixes.filter((each) => each !== null), malformed: fixes.includes(null) ? 1 : 0 });
}

/** https://owntracks.org/booklet/tech/json/ */
function ofOwnTracks(said: Fields): Report {
  const { _type: type, tst, lat, lon, acc, vel, batt } = said;
  if (type === 'transition') {
    const { event, desc } = said;
    const isKnown = (event === 'enter' || event === 'leave') && typeof desc === 'string';
    const transition = { region: String(desc), isEnter: event === 'enter', at: numberOf(tst) * 1_000 };
    return nothing({ transitions: isKnown ? [transition] : [], wantsList: true });
  }
  if (type !== 'location') return nothing({ wantsList: true });
  const fix = {
    lat: numberOf(lat),
    lng: numberOf(lon),
    at: numberOf(tst) * 1_000,
    accuracy: known(acc),
    speed: known(vel, KMH),
    battery: percent(batt),
  };
  return nothing({ fixes: [fix], wantsList: true });
}

/** Traccar Client 9. Returns nothing when the phone has no position, null when it can't be read. */
function ofTraccar(location: unknown): (Fix | null)[] {
  if (!isFields(location)) return [null];
  const { coords, timestamp, battery } = location;
  if (coords === undefined || coords === null) return [];
  if (!isFields(coords)) return [null];
  const fix = {
    lat: numberOf(coords.latitude),
    lng: numberOf(coords.longitude),
    at: momentOf(timestamp),
    accuracy: known(coords.accuracy),
    speed: known(coords.speed),
    battery: isFields(battery) ? percent(battery.level, 100) : null,
  };
  return [fix];
}

function ofForm(form: URLSearchParams): Report {
  if (/^(false|0)$/i.test(form.get('valid') ?? '')) return MALFORMED;
  const [lat = '', lng = ''] = form.get('location')?.split(',') ?? [
    form.get('lat') ?? '',
    form.get('lon') ?? '',
  ];
  const time = form.get('timestamp');
  const fix = {
    lat: numberOf(lat),
    lng: numberOf(lng),
    at: time ? momentOf(time) : Date.now(),
    accuracy: known(form.get('accuracy')),
    speed: known(form.get('speed'), KNOT),
    battery: percent(form.get('batt')),
  };
  return nothing({ fixes: [fix] });
}

/** Seconds, milliseconds, ISO 8601, or `2026-03-09 14:30:00` in UTC. */
function momentOf(time: unknown): number {
  const text = typeof time === 'number' ? String(time) : typeof time === 'string' ? time.trim() : '';
  const number = text === '' ? NaN : Number(text);
  if (Number.isFinite(number)) return number * (number < 1e11 ? 1_000 : 1);
  return Date.parse(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
}
