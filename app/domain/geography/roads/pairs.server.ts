/**
 * Remembers times between places, so that a provider is asked only for new places. Google's terms forbid to
 * remember its times.
 */
import { execute, rows } from 'db/connection';
import { log } from '~/process/log.server';
import type { LatLng } from '~/domain/geography/coordinates';
import { inBlocks, type Answer, type Cells, type RoadProvider } from './provider.server';

/** A pair is used for this long: a server's streets change without notice. */
const KEPT_DAYS = 14;
/** About 300 MB. */
const MOST_PAIRS = 2_000_000;
/**
 * SQL: pairs to delete. Old ones go, and with too many pairs those that were not asked for today. The number
 * of rows is PostgreSQL's latest estimate.
 */
export const FORGOTTEN_PAIRS = `asked_on < current_date - ${String(KEPT_DAYS)} or asked_on < current_date
  and (select reltuples from pg_class where oid = 'road_pairs'::regclass) > ${String(MOST_PAIRS)}`;

/** Returns a number for a place, precise to about a meter. */
export const placeNumber = ({ lat, lng }: LatLng) =>
  Math.round((lat + 90) * 1e5) * 36_000_001 + Math.round((lng + 180) * 1e5);

type Times = { seconds: number; metres: number };
/** Times from one place to another, by their numbers. */
type Known = Map<number, Map<number, Times>>;

export type Pairs = {
  /** Infinity where no road leads; undefined for an outside point. */
  between: (from: LatLng, to: LatLng) => Times | undefined;
  outside: Set<LatLng>;
};

/** Returns times between all points: remembered ones, and the provider's answer for the rest. */
export async function pairsBetween(provider: RoadProvider, points: LatLng[]): Promise<Answer<Pairs>> {
  const places = [...new Map(points.map((point) => [placeNumber(point), point])).values()];
  const known = await read(provider.key, places.map(placeNumber));
  const outside = new Set<LatLng>();
  if (missing(known, places).size > 0) {
    const located = await provider.locate(places);
    if (!located.ok) return located;
    const isInside = new Set(places.filter((_, i) => located.value[i]).map(placeNumber));
    for (const point of points) if (!isInside.has(placeNumber(point))) outside.add(point);
    const inside = places.filter((place) => isInside.has(placeNumber(place)));
    const failed = await complete(provider, known, inside);
    if (failed) return failed;
  }
  return {
    ok: true,
    value: { between: (from, to) => known.get(placeNumber(from))?.get(placeNumber(to)), outside },
  };
}

/** Asks for the rows and columns of places that have an unknown pair. */
async function complete(provider: RoadProvider, known: Known, places: LatLng[]) {
  const added = missing(known, places);
  if (added.size === 0) return null;
  const isFew = added.size * 2 < places.length;
  const fresh = isFew ? places.filter((place) => added.has(placeNumber(place))) : places;
  const rest = isFew ? places.filter((place) => !added.has(placeNumber(place))) : [];
  for (const [from, to] of [
    [fresh, places],
    [rest, fresh],
  ] as const) {
    // Finished blocks stay stored, so the next request asks only for the rest.
    const failed = await inBlocks(
      provider,
      [from, to],
      async (block) => {
        add(known, block.from.map(placeNumber), block.to.map(placeNumber), block.cells);
        await remember(provider.key, block);
      },
      (some, others) => some.some((one) => others.some((other) => isUnknown(known, one, other))),
    );
    if (failed) return failed;
  }
  return null;
}

function isUnknown(known: Known, one: LatLng, other: LatLng): boolean {
  const [from, to] = [placeNumber(one), placeNumber(other)];
  return from !== to && !known.get(from)?.has(to);
}

/** Chooses few places such that every unknown pair has one of them. */
function missing(known: Known, places: LatLng[]): Set<number> {
  const left = new Set(places.map(placeNumber));
  const gaps = new Map<number, Set<number>>([...left].map((place) => [place, new Set()]));
  for (const from of left)
    for (const to of left)
      if (from !== to && !known.get(from)?.has(to)) {
        gaps.get(from)?.add(to);
        gaps.get(to)?.add(from);
      }
  const added = new Set<number>();
  for (;;) {
    const [most] = [...gaps].sort(([, one], [, other]) => other.size - one.size);
    if (!most || most[1].size === 0) return added;
    added.add(most[0]);
    gaps.delete(most[0]);
    for (const others of gaps.values()) others.delete(most[0]);
  }
}

function add(known: Known, from: number[], to: number[], { seconds, metres }: Cells): void {
  from.forEach((start, row) => {
    const times = known.get(start) ?? new Map<number, Times>();
    known.set(start, times);
    to.forEach((end, column) => {
      const cell = row * to.length + column;
      // Rounded like the stored values, so that later readers get the same times.
      times.set(end, {
        seconds: Math.round(seconds[cell] ?? Infinity),
        metres: Math.round(metres[cell] ?? Infinity),
      });
    });
  });
}

export type Leg = { from: LatLng; to: LatLng };

/**
 * Returns the remembered seconds of each leg without asking the provider. Null: nothing is remembered, or no
 * road leads there.
 */
export async function rememberedSeconds(source: string, legs: Leg[]): Promise<(number | null)[]> {
  const found = await rows<{ number: number; seconds: number }>(
    `select leg.number::integer as number, p.seconds
     from unnest($from::bigint[], $to::bigint[]) with ordinality as leg(from_place, to_place, number)
       join road_pairs p on p.from_place = leg.from_place and p.to_place = leg.to_place
     where p.source = $source and p.asked_on >= current_date - ${String(KEPT_DAYS)} and p.seconds is not null`,
    { source, from: legs.map(({ from }) => placeNumber(from)), to: legs.map(({ to }) => placeNumber(to)) },
  );
  const seconds: (number | null)[] = legs.map(() => null);
  for (const each of found) seconds[each.number - 1] = each.seconds;
  return seconds;
}

/** The number of places that are located at once. */
const AROUND_AT_ONCE = 90;

/**
 * Asks for the drives from a place to others and back, and remembers them. @returns the failure, if there was
 * one.
 */
export async function learnAround(provider: RoadProvider, place: LatLng, others: LatLng[]) {
  for (let first = 0; first < others.length; first += AROUND_AT_ONCE) {
    const some = others.slice(first, first + AROUND_AT_ONCE);
    const located = await provider.locate([place, ...some]);
    if (!located.ok) return located;
    const [isOnMap, ...are] = located.value;
    const inside = some.filter((_, index) => are[index]);
    if (!isOnMap) return null;
    for (const [from, to] of [
      [[place], inside],
      [inside, [place]],
    ] as const) {
      const failed = await inBlocks(provider, [[...from], [...to]], (block) => remember(provider.key, block));
      if (failed) return failed;
    }
  }
  return null;
}

type Row = { from: number; to: number[]; seconds: number[]; metres: number[] };

async function read(source: string, places: number[]): Promise<Known> {
  const found = await rows<Row>(
    `select from_place as from, json_agg(to_place) as to, json_agg(coalesce(seconds, -1)) as seconds,
       json_agg(coalesce(metres, -1)) as metres
     from road_pairs
     where source = $source and from_place = any($places::bigint[]) and to_place = any($places::bigint[])
       and asked_on >= current_date - ${String(KEPT_DAYS)}
     group by from_place`,
    { source, places },
  );
  const known: Known = new Map();
  const open = (values: number[]) => Float64Array.from(values, (value) => (value < 0 ? Infinity : value));
  for (const { from, to, seconds, metres } of found)
    add(known, [from], to, { seconds: open(seconds), metres: open(metres) });
  return known;
}

async function remember(
  source: string,
  { from, to, cells: { seconds, metres } }: { from: LatLng[]; to: LatLng[]; cells: Cells },
): Promise<void> {
  const whole = (values: Float64Array) =>
    Array.from(values, (value) => (Number.isFinite(value) ? Math.round(value) : null));
  try {
    await execute(
      // Sorted, so that two requests with the same pairs can't deadlock.
      `insert into road_pairs (source, from_place, to_place, seconds, metres)
       select $source, ($from::bigint[])[1 + (number - 1) / $width::integer],
         ($to::bigint[])[1 + (number - 1) % $width::integer], seconds, metres
       from unnest($seconds::integer[], $metres::integer[]) with ordinality as cell (seconds, metres, number)
       order by 2, 3
       on conflict (source, from_place, to_place) do update
       set seconds = excluded.seconds, metres = excluded.metres, asked_on = excluded.asked_on`,
      {
        source,
        from: from.map(placeNumber),
        to: to.map(placeNumber),
        width: to.length,
        seconds: whole(seconds),
        metres: whole(metres),
      },
    );
  } catch (error) {
    log.warn({ err: error }, 'road times could not be remembered');
  }
}
