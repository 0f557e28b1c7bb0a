/** Breaks of shifts, both for the search and for people. Pure. */
import type { Rest } from '~/domain/scheduling/timetable/break-time';
import type { Person } from './draft';

const MINUTE_MS = 60_000;

type Break = Pick<Person, 'breakFrom' | 'breakMinutes'>;

/** Returns the end of a break that has begun; null otherwise. */
const endOfBegun = ({ breakFrom, breakMinutes }: Break, at: number) =>
  breakFrom !== null && breakFrom <= at ? breakFrom + breakMinutes * MINUTE_MS : null;

/** Returns when the driver can set out: after the end of a break that has begun. */
export const restedAt = (person: Break, ready: number, at: number) =>
  Math.max(ready, endOfBegun(person, at) ?? ready);

/**
 * Returns the break that is still to come.
 * @param begin when the driver sets out, or finishes the stop under way, which comes before the break.
 * @param at the moment of planning.
 */
export function restOf(person: Break, begin: number, at: number): Rest | undefined {
  const { breakFrom, breakMinutes } = person;
  if (breakMinutes === 0 || endOfBegun(person, at) !== null) return undefined;
  const due = breakFrom === null ? null : (Math.max(breakFrom, begin) - at) / 1_000;
  return { due, seconds: breakMinutes * 60 };
}

/** Returns the break under way in seconds from the moment of planning; null without one. */
export function breakUnderWay(person: Break, at: number): { from: number; until: number } | null {
  const until = endOfBegun(person, at);
  if (until === null || until <= at) return null;
  return { from: ((person.breakFrom ?? at) - at) / 1_000, until: (until - at) / 1_000 };
}
