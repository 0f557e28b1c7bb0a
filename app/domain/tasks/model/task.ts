/** A task, and the labels of its values. Safe and small in the browser. */
import type * as z from 'zod/v4';
import type { PhotoAnswer, TaskAnswer } from './answers';
import type { Concern } from './concerns';
import type { NoticeKey } from './field-lists';
import type { Priority, TaskStatus, TaskType } from './fields';
import { card } from '~/words/en/card';
import { failures } from '~/words/en/labels';

export const FAILURE_REASONS = [
  'closed',
  'nobody there',
  'refused',
  'wrong address',
  'wrong or missing part',
  'damaged',
  'no time',
  'other',
] as const;

/** Together with the reason and a colon, the note must fit into the 500 characters of a failure reason. */
export const LONGEST_FAILURE_NOTE = 400;

export { PRIORITIES, PRIORITY_LABELS, STATUS_LABELS, TASK_STATUSES, TASK_TYPES, TYPE_LABELS } from './fields';
export type { Priority, TaskStatus, TaskType };
type FailureReason = (typeof FAILURE_REASONS)[number];

export const FORM_PRIORITIES = ['normal', 'urgent'] as const;

export const FAILURE_LABELS: Record<FailureReason, string> = failures;

/**
 * A stored reason as people read it. A note of the driver follows after a colon. A reason that a script has sent stays
 * as it is.
 */
export function failureText(stored: string): string {
  const reason = FAILURE_REASONS.find((each) => stored === each || stored.startsWith(`${each}: `));
  if (reason === undefined) return stored;
  const label = FAILURE_LABELS[reason];
  return label.charAt(0).toLowerCase() + label.slice(1) + stored.slice(reason.length);
}

/** The message when tasks are to be moved or ordered and no driver is chosen. */
export const NO_DRIVER = 'No driver selected';

/** The message when a list of tasks could not be read. */
export const TASKS_NOT_READ = 'Failed to fetch tasks';

export type PersonName = { name: string; username: string };

/** A task in answers of the API. Times are ISO 8601 with zone. */
export type Task = z.output<typeof TaskAnswer>;

const ORDINAL_ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });

/** "2nd" */
export const ordinal = (count: number) =>
  `${String(count)}${ORDINAL_ENDINGS[ordinals.select(count)] ?? 'th'}`;

/** "2nd attempt" for a task that has failed once before; null for a first one. */
export function attemptOf({
  attempts,
  failure_reason,
}: Pick<Task, 'attempts' | 'failure_reason'>): string | null {
  // Until the task is planned again, its failed attempt is the latest.
  const count = failure_reason === null ? attempts + 1 : attempts;
  return count < 2 ? null : card.attempt(count);
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

/** A task with the names that a card shows. */
export type TaskCard = Task & {
  /** Oldest first. They may be missing in a route that a phone stored before. */
  concerns?: Concern[];
  /** The phone number of the account at this place, if known. */
  phone: string | null;
  destinationAccount: string | null;
  transferTo: PersonName | null;
  linkedTask: { type: TaskType; location: string } | null;
  /** The person who last edited the task's contents. A change of status is no edit. */
  editor: PersonName | null;
};

/** The action of a driver's own completion that arrived after the office had completed the task. */
export const COMPLETION_ARRIVED = 'completion arrived';

/** One event of a task. `changes` maps a field to [before, after]. */
export type Entry = {
  kind: 'TASK_CREATED' | 'TASK_UPDATED' | 'TASK_DELETED';
  taskId: number;
  action: string;
  changes: Record<string, [unknown, unknown]>;
  /** The task's version after the change, if the task itself has changed. */
  version?: number;
  /** The drivers who have or had the task. */
  driverIds: (number | null)[];
  /** The task after the change, if it is known; null when it is archived or gone. */
  now?:
    | (Pick<Task, 'driver_id' | 'status' | 'priority' | NoticeKey> & {
        /** Null until the driver’s phone has shown it. */ seen_at: unknown;
      })
    | null;
  /** The moment of the tap, if it was before the report arrived. ISO 8601. */
  occurredAt?: string | undefined;
};

export const MOST_PHOTOS = 3;
/** In pixels. */
export const LONGEST_SIDE = 1_280;
export const MOST_PHOTO_BYTES = 200_000;

export type Photo = z.output<typeof PhotoAnswer>;
