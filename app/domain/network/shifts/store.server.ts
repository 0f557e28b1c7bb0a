/** Reads and writes rows of shifts. Callers have checked the permission. One transaction writes at a time. */
import { execute, row, rows } from 'db/connection';
import { Shift as StoredShift } from 'db/models/people';
import type { Actor } from '~/domain/kernel/actor';
import { findDealerships } from '~/domain/network/dealerships/dealerships.server';
import { changedMeanwhile, conflict, fieldRefusal, type LastChange, notFound } from '~/domain/kernel/errors';
import { apiClock, DAY_MINUTES, hoursOf, hoursText, LONGEST_MINUTES, parseClock, TOO_LONG } from './hours';
import { ShiftAnswer, type SaveShift, type Shift } from './schema';
import { DRIVES } from '~/domain/network/users/queries.server';
import { untranslated } from '~/domain/kernel/sentence';

type Stored = {
  starts: number;
  ends: number;
  breakMinutes: number;
  breakFrom: number | null;
  startPlace: string | null;
  endPlace: string | null;
};
type ShiftRow = Stored & { driverId: number; day: string; version: number };

export const SHIFT = `s.driver_id as "driverId", to_char(s.day, 'YYYY-MM-DD') as day, s.starts, s.ends,
  s.break_minutes as "breakMinutes", s.break_from as "breakFrom", s.start_place as "startPlace",
  s.end_place as "endPlace", s.version`;

/** SQL, for shifts as `s`: the instant at which clocks of `$zone` show these minutes of the shift's day. */
export const shiftClock = (minutes: string) =>
  `(s.day + make_interval(mins => ${minutes})) at time zone $zone`;

export const answerOf = ({ starts, ends, breakFrom, ...shift }: ShiftRow): Shift => ({
  ...shift,
  start: apiClock(starts),
  end: apiClock(ends),
  breakFrom: breakFrom === null ? null : apiClock(breakFrom),
});

/** Locks until the transaction ends, so that two transactions can't write overlapping shifts. */
export const lockShifts = () => execute("select pg_advisory_xact_lock(hashtext('shifts'))");

/** @returns the driver's name. */
export async function requireDriver(driverId: number): Promise<string> {
  const found = await row<{ name: string }>(
    `select coalesce(nullif(u.name, ''), u.username) as name from users u where u.id = $driverId and ${DRIVES}`,
    { driverId },
  );
  if (!found) throw notFound('Driver');
  return found.name;
}

export async function findShifts(driverId: number, days: string[]): Promise<Map<string, Shift>> {
  const found = await rows<ShiftRow>(
    `select ${SHIFT} from shifts s where s.driver_id = $driverId and s.day = any($days::date[])`,
    { driverId, days },
  );
  return new Map(found.map((shift) => [shift.day, answerOf(shift)]));
}

const minutesOf = (clock: string) => parseClock(clock) ?? 0;

/** @throws invalid, by field. */
export async function storedOf({ start, end, breakFrom, ...shift }: SaveShift): Promise<Stored> {
  const { starts, ends } = hoursOf(minutesOf(start), minutesOf(end));
  if (ends - starts > LONGEST_MINUTES) throw fieldRefusal('end', untranslated('shiftTooLong', TOO_LONG));
  if (shift.breakMinutes >= ends - starts)
    throw fieldRefusal('breakMinutes', untranslated('breakTooLong', 'The break is longer than the shift'));
  let from = breakFrom === null ? null : minutesOf(breakFrom);
  if (from !== null && from < starts) from += DAY_MINUTES;
  if (from !== null && from + shift.breakMinutes > ends)
    throw fieldRefusal('breakFrom', untranslated('breakOutside', 'The break must be within the shift'));
  await requirePlaces(shift);
  return { ...shift, starts, ends, breakFrom: from };
}

async function requirePlaces(places: Pick<SaveShift, 'startPlace' | 'endPlace'>): Promise<void> {
  if (places.startPlace === null && places.endPlace === null) return;
  const names = (await findDealerships()).map(({ name }) => name);
  for (const field of ['startPlace', 'endPlace'] as const) {
    const name = places[field];
    if (name !== null && !names.includes(name))
      throw fieldRefusal(field, untranslated('noSuchDealership', `There is no dealership called ${name}`));
  }
}

type At = { driverId: number; day: string };

const WRITE = `
  insert into shifts as s (driver_id, day, starts, ends, break_minutes, break_from, start_place, end_place, changed_by)
  values ($driverId, $day::date, $starts, $ends, $breakMinutes, $breakFrom, $startPlace, $endPlace, $actorId)
  on conflict (driver_id, day) do update set starts = excluded.starts, ends = excluded.ends,
    break_minutes = excluded.break_minutes, break_from = excluded.break_from,
    start_place = excluded.start_place, end_place = excluded.end_place, version = nextval('shift_versions'),
    changed_by = excluded.changed_by, changed_at = now()
  returning ${SHIFT}`;

/**
 * @returns `before` when it is equal already. @throws conflict when a night's shift reaches into the next
 * day's.
 */
export async function writeShift(
  actor: Pick<Actor, 'id'>,
  at: At,
  shift: Stored,
  before?: Shift,
): Promise<Shift> {
  if (before && isSame(before, answerOf({ ...at, ...shift, version: before.version }))) return before;
  await refuseOverlap(at, shift);
  const written = await row<ShiftRow>(WRITE, { ...at, ...shift, actorId: actor.id });
  if (!written) throw new Error('The shift was not stored');
  return answerOf(written);
}

const isSame = (one: Shift, other: Shift) =>
  ShiftAnswer.keyof().options.every((field) => one[field] === other[field]);

export const deleteShift = ({ driverId, day }: At) => StoredShift.destroy({ where: { driverId, day } });

async function refuseOverlap({ driverId, day }: At, { starts, ends }: Stored): Promise<void> {
  const found = await row<{ day: string; starts: number; ends: number }>(
    `select to_char(n.day, 'YYYY-MM-DD') as day, n.starts, n.ends from shifts n where n.driver_id = $driverId
       and (n.day = $day::date + 1 and n.starts + ${String(DAY_MINUTES)} < $ends
         or n.day = $day::date - 1 and $starts + ${String(DAY_MINUTES)} < n.ends) limit 1`,
    { driverId, day, starts, ends },
  );
  if (!found) return;
  const sentence = untranslated('shiftsOverlap', `Overlaps the shift of ${found.day}, ${hoursText(found)}`);
  throw conflict(sentence, { fields: { end: [sentence] } });
}

/**
 * @param seen the version that the caller knows, 0 for no shift. @throws stale when the stored version is
 * another one.
 */
export async function refuseStale(
  at: At,
  current: Shift | undefined,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined || seen === (current?.version ?? 0)) return;
  const last = await row<LastChange>(
    `select coalesce(nullif(u.name, ''), u.username) as by, to_json(s.changed_at) #>> '{}' as "occurredAt"
     from shifts s left join users u on u.id = s.changed_by where s.driver_id = $driverId and s.day = $day::date`,
    at,
  );
  throw changedMeanwhile(current ?? null, last, (by) =>
    untranslated('shiftChanged', `${by} has changed this shift in the meantime`),
  );
}
