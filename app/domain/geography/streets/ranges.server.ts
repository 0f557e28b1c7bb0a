/** Finds an address in the ranges of house numbers that `npm run region` has stored. */
import { row } from 'db/connection';
import { zipCodesOf } from './zip-codes.server';
import { streetAddressOf } from './street-name';

/**
 * Computes the place of a house number along its street. A range holds the possible numbers of one side of
 * one piece of a street, spread evenly along it.
 */

export type StreetRange = {
  /** At the beginning and at the end of the line; the first may be the greater one. */
  from: number;
  to: number;
  /** Odd, even, or both. */
  parity: 'O' | 'E' | 'B';
  /** Seen along the line. */
  side: 'L' | 'R';
  /** Longitude and latitude in millionths of a degree, alternating. */
  line: number[];
};

export type AlongStreet = { lat: number; lng: number; precision: 'interpolated' | 'street' };

const MICRO = 1e6;
const METRES_PER_DEGREE = 111_195;
/** Meters from the crossings at the ends of a piece; on short pieces a quarter of the length. */
const FROM_CROSSING = 12;
/** Meters from the middle of the street to the houses. */
const TO_HOUSES = 9;
const WIDEST_GAP = 200;
const LONGEST_RANGE = 1_000;
/** An ordinary block has a hundred numbers, even when it is short. */
const ONE_BLOCK = 100;
const DENSEST_PER_METRE = 0.4;

const low = ({ from, to }: StreetRange) => Math.min(from, to);
const high = ({ from, to }: StreetRange) => Math.max(from, to);
const width = (range: StreetRange) => high(range) - low(range);
const holds = (range: StreetRange, number: number) => low(range) <= number && number <= high(range);
const hasParity = ({ parity }: StreetRange, number: number) =>
  parity === 'B' || (parity === 'O') === (number % 2 === 1);

/** A range helps to place a number that is at most this far from it. */
const REACH = WIDEST_GAP;

/** @param ranges all ranges of one street, or at least those that reach near the number. */
export function placeAlong(ranges: StreetRange[], number: number): AlongStreet | null {
  const holding = ranges
    .filter((range) => holds(range, number))
    .sort((one, other) => width(one) - width(other));
  const right = holding.find((range) => hasParity(range, number));
  if (right)
    return { ...pointFor(right, number), precision: isSuspicious(right) ? 'street' : 'interpolated' };
  const [onOtherSide] = holding;
  if (onOtherSide) return { ...endNear(onOtherSide, number), precision: 'street' };
  return inGap(ranges, number);
}

function inGap(ranges: StreetRange[], number: number): AlongStreet | null {
  const before = ranges.filter((range) => high(range) < number).sort((a, b) => high(b) - high(a))[0];
  const after = ranges.filter((range) => low(range) > number).sort((a, b) => low(a) - low(b))[0];
  if (!before || !after || low(after) - high(before) > WIDEST_GAP) return null;
  const nearest = number - high(before) <= low(after) - number ? before : after;
  return { ...endNear(nearest, number), precision: 'street' };
}

/** In some years' files, typing errors make ranges of one house thousands of numbers long. */
function isSuspicious(range: StreetRange): boolean {
  const numbers = width(range);
  if (numbers > LONGEST_RANGE) return true;
  return numbers > ONE_BLOCK && numbers > DENSEST_PER_METRE * lineOf(range).metres;
}

/** Returns a point beside the street, on the side of the range. */
function pointFor(range: StreetRange, number: number): { lat: number; lng: number } {
  const { from, to, side } = range;
  const share = from === to ? 0.5 : (number - from) / (to - from);
  return pointAt(lineOf(range), share, side === 'L' ? TO_HOUSES : -TO_HOUSES);
}

/**
 * Returns the end of the range with the nearest number, on the street itself because the side is not known.
 */
const endNear = (range: StreetRange, number: number) =>
  pointAt(lineOf(range), Math.abs(number - range.from) <= Math.abs(number - range.to) ? 0 : 1, 0);

/**
 * Coordinates are meters from the beginning of the line, which is short enough to treat the earth as flat.
 */
type Line = { lat: number; lng: number; perLng: number; points: [x: number, y: number][]; metres: number };

function lineOf({ line }: StreetRange): Line {
  const [lng, lat] = [(line[0] ?? 0) / MICRO, (line[1] ?? 0) / MICRO];
  const perLng = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  const points = Array.from({ length: Math.floor(line.length / 2) }, (_, i): [number, number] => [
    ((line[2 * i] ?? 0) / MICRO - lng) * perLng,
    ((line[2 * i + 1] ?? 0) / MICRO - lat) * METRES_PER_DEGREE,
  ]);
  const metres = pieces(points).reduce((sum, { length }) => sum + length, 0);
  return { lat, lng, perLng, points, metres };
}

const pieces = (points: Line['points']) =>
  points.slice(1).map(([x, y], i) => {
    const [x0, y0] = points[i] ?? [0, 0];
    return { x0, y0, dx: x - x0, dy: y - y0, length: Math.hypot(x - x0, y - y0) };
  });

/** @param left meters to the left of the line. */
function pointAt({ lat, lng, perLng, points, metres }: Line, share: number, left: number) {
  const margin = Math.min(FROM_CROSSING, metres / 4);
  let rest = margin + share * (metres - 2 * margin);
  const long = pieces(points).filter(({ length }) => length > 0);
  const piece = long.find(({ length }) => (rest -= length) <= 0) ?? long.at(-1);
  if (!piece) return { lat, lng };
  const { x0, y0, dx, dy, length } = piece;
  const along = (Math.min(rest, 0) + length) / length;
  const [x, y] = [x0 + dx * along - (dy / length) * left, y0 + dy * along + (dx / length) * left];
  return { lat: lat + y / METRES_PER_DEGREE, lng: lng + x / perLng };
}

export type StoredRange = StreetRange & { name: string; zip: string };

/** The ranges of an address as JSON, for a statement with the values of `rangeValues`. */
export const RANGES = `(
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'zip', zip, 'from', from_number, 'to', to_number,
    'parity', parity, 'side', side, 'line', line)), '[]')
  from street_ranges
  where name = any($streets) and zip = any($zips) and prefix = $prefix
    and least(from_number, to_number) <= $number + ${String(REACH)}
    and greatest(from_number, to_number) >= $number - ${String(REACH)})`;

export function rangeValues(address: string) {
  const wanted = streetAddressOf(address);
  const { own, ofCity } = zipCodesOf(address);
  return {
    streets: wanted?.names ?? [],
    zips: [...own, ...ofCity],
    prefix: wanted?.prefix ?? '',
    number: wanted?.number ?? 0,
  };
}

/** @returns null for a street that is not among the ranges. */
export function alongStreet(address: string, ranges: readonly StoredRange[]): AlongStreet | null {
  const wanted = streetAddressOf(address);
  if (!wanted) return null;
  const { own, ofCity } = zipCodesOf(address);
  const within = (zips: string[]) => {
    const there = ranges.filter(({ zip }) => zips.includes(zip));
    const stored = wanted.names.find((name) => there.some((range) => range.name === name));
    return placeAlong(
      there.filter(({ name }) => name === stored),
      wanted.number,
    );
  };
  const found = within(own);
  if (found) return found;
  // The precision is only `street`, because another street of the same name may be meant.
  const nearby = within(ofCity);
  return nearby && { ...nearby, precision: 'street' };
}

/** For callers that need nothing else about the address. */
export async function findAlongStreet(address: string): Promise<AlongStreet | null> {
  const values = rangeValues(address);
  if (values.streets.length === 0) return null;
  const found = await row<{ ranges: StoredRange[] }>(`select ${RANGES} as ranges`, values);
  return alongStreet(address, found?.ranges ?? []);
}
