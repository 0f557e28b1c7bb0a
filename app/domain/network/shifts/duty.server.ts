/** Decides who is on duty, by one rule for all callers, and reads a driver's own shift. */
import { rows } from 'db/connection';
import { prepared } from 'db/statement';
import type { Actor } from '~/domain/kernel/actor';
import { businessZone } from '~/domain/network/settings/network.server';
import { type LatLng, toLatLng } from '~/domain/geography/coordinates';
import { clockAt, durationLabel, wallClock } from '~/domain/kernel/time';
import { DRIVES } from '~/domain/network/users/queries.server';
import { shift as shiftWords } from '~/words/en/shift';
import { listShifts } from './commands.server';
import { clockText, dayAfter, parseClock } from './hours';
import { shiftClock as at } from './store.server';
import type { Shift } from './schema';

/** A driver's own shift as a sentence. */

type Spoken = Pick<Shift, 'day' | 'start' | 'end' | 'breakMinutes' | 'breakFrom'>;
/** The day and the time by clocks in the network's time zone: 2026-11-23, 08:30. */
type Now = { today: string; clock: string };

/**
 * Words the shift: `Today 8:00 AM to 4:30 PM, break 12:00 PM to 12:30 PM`. Takes last night's while it goes
 * on, else today's; null without one.
 */
export function spokenShift(shifts: Spoken[], { today, clock }: Now): string | null {
  const yesterday = dayAfter(today, -1);
  const night = shifts.find(({ day, start, end }) => day === yesterday && end <= start && clock < end);
  if (night) return shiftWords.yesterday(hoursOf(night));
  const shift = shifts.find(({ day }) => day === today);
  return shift ? shiftWords.today(hoursOf(shift)) : null;
}

function hoursOf({ start, end, breakMinutes, breakFrom }: Spoken): string {
  const hours = shiftWords.hours(clockText(minutesOf(start)), clockText(minutesOf(end)));
  if (breakMinutes === 0) return hours;
  if (breakFrom === null) return shiftWords.someBreak(hours, durationLabel(breakMinutes));
  const from = minutesOf(breakFrom);
  return shiftWords.breakAt(hours, clockText(from), clockText(from + breakMinutes));
}

const minutesOf = (clock: string) => parseClock(clock) ?? 0;

const moment = (minutes: string) => `to_json(${at(minutes)}) #>> '{}'`;
// Selects the shifts of today, and those of last night that have not ended.
const SHIFTS = prepared(
  `select s.driver_id as "driverId", s.version as "shiftVersion", ${moment('s.starts')} as "from", ${moment('s.ends')} as until,
     ${moment('s.break_from')} as "breakFrom", coalesce(s.break_minutes, 0) as "breakMinutes",
     json_build_array(b.latitude::text, b.longitude::text) as "startAt",
     json_build_array(e.latitude::text, e.longitude::text) as "endAt"
   from shifts s join users u on u.id = s.driver_id and ${DRIVES}
   left join dealership_locations b on b.name = s.start_place
   left join dealership_locations e on e.name = s.end_place
   where s.day = $today::date or s.day = $today::date - 1 and ${at('s.ends')} > $now::timestamptz order by s.day`,
);
type Place = [latitude: string | null, longitude: string | null];
type Stored = {
  driverId: number;
  shiftVersion: number;
  from: string;
  until: string;
  breakFrom: string | null;
  breakMinutes: number;
  startAt: Place;
  endAt: Place;
};

/** Times in milliseconds. */
type ShiftNow = {
  shiftVersion: number;
  from: number;
  until: number;
  /** Null: the break can be at any time. */
  breakFrom: number | null;
  /** The length of the break while it is not over. */
  breakMinutes: number;
  startAt: LatLng | null;
  endAt: LatLng | null;
};

export type Duty = {
  /** On duty now; breaks count as duty. */
  onDuty: boolean;
  /** On duty, or with a shift today that has not begun yet. */
  worksToday: boolean;
  /** The shift that is not over: last night's, or else today's. */
  shift: ShiftNow | null;
  /** The end of that shift, or of today's when it is over. */
  endsAt: number | null;
};

/** Without any shift today, and without one from last night that goes on, everybody is on duty. */
export async function dutyAt(now: Date): Promise<(driverId: number) => Duty> {
  const zone = businessZone();
  const { date: today } = wallClock(now, zone);
  const found = await rows<Stored>(SHIFTS, { zone, today, now: now.toISOString() });
  const shifts = new Map<number, ShiftNow>();
  const ends = new Map<number, number>();
  for (const { driverId, ...stored } of found) {
    const shift = shiftOf(stored, now.getTime());
    ends.set(driverId, shift.until);
    if (shift.until > now.getTime() && !shifts.has(driverId)) shifts.set(driverId, shift);
  }
  const isEverybodys = found.length === 0;
  return (driverId) => {
    const shift = shifts.get(driverId) ?? null;
    return {
      onDuty: isEverybodys || (shift !== null && shift.from <= now.getTime()),
      worksToday: isEverybodys || shift !== null,
      shift,
      endsAt: shift?.until ?? ends.get(driverId) ?? null,
    };
  };
}

function shiftOf({ from, until, breakFrom, ...stored }: Omit<Stored, 'driverId'>, now: number): ShiftNow {
  const begins = breakFrom === null ? null : Date.parse(breakFrom);
  const isOver = begins !== null && begins + stored.breakMinutes * 60_000 <= now;
  return {
    shiftVersion: stored.shiftVersion,
    from: Date.parse(from),
    until: Date.parse(until),
    breakFrom: begins,
    breakMinutes: isOver ? 0 : stored.breakMinutes,
    startAt: toLatLng(...stored.startAt),
    endAt: toLatLng(...stored.endAt),
  };
}

/** Returns the actor's shift of today as a sentence; null without one. */
export async function ownShift(actor: Actor): Promise<string | null> {
  const now = new Date();
  const zone = businessZone();
  const { date: today } = wallClock(now, zone);
  const input = { from: dayAfter(today, -1), to: today, driverId: actor.id };
  return spokenShift(await listShifts({ actor, input }), { today, clock: clockAt(now, zone) });
}
