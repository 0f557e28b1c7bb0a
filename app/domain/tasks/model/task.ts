/** A task, and the labels of its values. Safe and small in the browser. */
import type * as z from 'zod/v4';
import type { Run } from '~/domain/network/runs/schema';
import type { PhotoAnswer, TaskAnswer } from './answers';
import type { Concern } from './concerns';
import type { NoticeKey } from './field-lists';
import type { Priority, TaskStatus, TaskType } from './values';

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

export { PRIORITIES, PRIORITY_LABELS, STATUS_LABELS, TASK_STATUSES, TASK_TYPES, TYPE_LABELS } from './values';
export type { Priority, TaskStatus, TaskType };

export const FORM_PRIORITIES = ['normal', 'urgent'] as const;

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

/** A task with the names that a card shows. */
export type TaskCard = Task & {
  /** Oldest first. They may be missing in a route that a phone stored before. */
  concerns?: Concern[];
  /** The phone number of the account at this place, if known. */
  phone: string | null;
  destinationAccount: string | null;
  /** Of the account's address. It may be missing in a route that a phone stored before. */
  instructions?: string | null;
  transferTo: PersonName | null;
  linkedTask: { type: TaskType; location: string } | null;
  /** The run that it goes with. It may be missing in a route that a phone stored before. */
  run?: Pick<Run, 'name' | 'departsAt' | 'state'> | null;
  /** The person who last edited the task's contents. A change of status is no edit. */
  editor: PersonName | null;
};

/** The action of a driver's own completion that arrived after the office had completed the task. */
export const COMPLETION_ARRIVED = 'completion arrived';

/** The beginning of the action of a change by a document of another system. Its invoice number follows. */
export const AMENDED_BY = 'amended by invoice';

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
