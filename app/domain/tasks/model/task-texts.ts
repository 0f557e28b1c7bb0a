/** Sentences about a task, for its cards and rows. Pages that show no cards do not load them. Safe in the browser. */
import { card } from '~/words/en/card';
import { failures } from '~/words/en/failures';
import { FAILURE_REASONS, ordinal, type Task } from './task';

/**
 * A stored reason as people read it. A note of the driver follows after a colon. A reason that a script has sent stays
 * as it is.
 */
export const failureText = (stored: string): string => failureParts(stored).join('');

/** The name of a stored reason, and what a person has written: `other` and `: dog in the yard`. */
export function failureParts(stored: string): [reason: string, note: string] {
  const known = FAILURE_REASONS.find((each) => stored === each || stored.startsWith(`${each}: `));
  if (known === undefined) return ['', stored];
  const label = failures[known];
  return [label.charAt(0).toLowerCase() + label.slice(1), stored.slice(known.length)];
}

/** "2nd attempt" for a task that has failed once before; null for a first one. */
export function attemptOf({
  attempts,
  failure_reason,
}: Pick<Task, 'attempts' | 'failure_reason'>): string | null {
  // Until the task is planned again, its failed attempt is the latest.
  const count = failure_reason === null ? attempts + 1 : attempts;
  return count < 2 ? null : card.attempt(ordinal(count));
}

/**
 * Returns the task's needs of a driver and a vehicle that are set. They may be missing in a route that a
 * phone stored before.
 */
export const needsOf = ({
  size,
  service_minutes,
  skills = [],
}: Partial<Pick<Task, 'size' | 'service_minutes' | 'skills'>>) =>
  [
    typeof size === 'number' && card.size(size),
    typeof service_minutes === 'number' && card.minutesAtStop(service_minutes),
    skills.length > 0 && card.needs(skills),
  ].filter((each) => each !== false);
