/** Words the last event of a task as one sentence. Pure, and safe in the browser. */
import { type ActivityItem, NOTHING } from '~/domain/kernel/field-table';
import { SETTLED } from '~/domain/tasks/model/concerns';
import { CUSTOMER_WROTE, lineIn } from '~/domain/tasks/model/expected';
import type { Activity } from '~/domain/tasks/store/queries.server';
import { TASK_FIELDS } from '~/domain/tasks/model/fields';
import { AMENDED_BY, COMPLETION_ARRIVED, STATUS_LABELS, type Task } from '~/domain/tasks/model/task';
import { isAhead, isDone, isHeld, isUnderWay, STATUS } from '~/domain/tasks/model/statuses';
import { hasFailed } from '~/domain/tasks/model/office-statuses';

export type LastHappened = {
  /** "Rita could not complete it". */
  what: string;
  /** ISO 8601. */
  at: string;
  /** "gate locked"; empty when no reason was given. */
  why: string;
  /** The number of the attempt, for a task that has failed before or now. */
  attempt: number | null;
};

type Subject = Pick<Task, 'status' | 'attempts' | 'failure_reason'>;
type Event = Pick<Activity, 'action' | 'by' | 'changes' | 'occurredAt'>;

/** Phones and the search for addresses do these by themselves, and a reorder concerns many tasks. */
const QUIET = ['seen', 'located', 'reordered'];

/**
 * Returns the failure, the completion or the departure while the task is in that state; otherwise the newest
 * change.
 * @param events oldest first.
 * @param items the same events, described.
 * @param driver the name of the task's driver.
 */
export function lastHappened(
  task: Subject,
  events: Event[],
  items: Pick<ActivityItem, 'lines'>[],
  driver: string | null,
): LastHappened | null {
  const shown = events
    .map((event, index) => ({ event, lines: items[index]?.lines ?? [] }))
    .filter(
      ({ event, lines }) => !QUIET.includes(event.action) && (event.action !== 'updated' || lines.length > 0),
    )
    .reverse();
  const failed = hasFailed(task);
  const decisive =
    failed || isDone(task) || isUnderWay(task)
      ? shown.find(({ event }) => isDecisive(event, task.status) && (!failed || saysFailure(event)))
      : undefined;
  const last = decisive ?? shown[0];
  if (!last) return null;
  const { event, lines } = last;
  const attempt = task.failure_reason === null ? task.attempts + 1 : task.attempts;
  return {
    what: sentence(event, lines, driver),
    at: event.occurredAt,
    why: reasonOf(event, lines),
    attempt: failed || attempt > 1 ? attempt : null,
  };
}

const isDecisive = ({ action }: Event, status: Task['status']) =>
  action === status || (isDone({ status }) && action === COMPLETION_ARRIVED);

const saysFailure = ({ action, changes }: Event) =>
  isHeld({ status: action }) && Boolean(changes.failure_reason?.[1]);

function reasonOf(event: Event, lines: ActivityItem['lines']): string {
  if (saysFailure(event)) return reasonIn(String(event.changes.failure_reason?.[1]));
  if (event.action === CUSTOMER_WROTE) return lineIn(event);
  return event.action === 'updated' || event.action.startsWith(AMENDED_BY)
    ? lines.map(({ label }) => label).join(', ')
    : '';
}

/** `other: gate locked` → "gate locked"; `closed: back at 3` → "closed, back at 3". */
function reasonIn(failure: string): string {
  const [reason = '', ...note] = failure.split(':');
  const said = note.join(':').trim();
  return reason.trim() === 'other' && said ? said : [reason.trim(), said].filter(Boolean).join(', ');
}

function sentence(event: Event, lines: ActivityItem['lines'], driver: string | null): string {
  if (event.action === 'released') return 'The hold ended';
  const by = event.by === 'System' ? 'The system' : event.by;
  return `${by} ${actionText(event, lines, event.by === driver)}`;
}

function actionText(event: Event, lines: ActivityItem['lines'], isDriver: boolean): string {
  const { action, changes } = event;
  if (action.startsWith(AMENDED_BY)) return action.replace('amended', 'amended it');
  if (saysFailure(event))
    return isDriver ? 'could not complete it' : 'reported that it could not be completed';
  if (isUnderWay({ status: action })) return isDriver ? 'started driving there' : 'set it to Going';
  if (isAhead({ status: action })) return becamePending(changes) + ownerIn(lines, ' for ');
  if (action === 'assigned') {
    const owner = ownerIn(lines, '');
    return owner ? `assigned it to ${owner}` : 'unassigned it';
  }
  const status = Object.entries(STATUS_LABELS).find(([each]) => each === action)?.[1];
  return ACTION_TEXTS[action] ?? (status ? `set it to ${status}` : 'edited it');
}

const ACTION_TEXTS: Record<string, string> = {
  [CUSTOMER_WROTE]: 'wrote',
  [SETTLED['customer-wrote']]: 'read what the customer wrote',
  [SETTLED['other-address']]: 'checked the address',
  created: 'created it',
  completed: 'completed it',
  [COMPLETION_ARRIVED]: 'completed it',
  hold: 'put it on hold',
  [STATUS.nextRoute]: 'moved it to the next route',
  placed: 'moved its pin',
  restored: 'restored it',
  undone: 'undid a change',
  archived: 'archived it',
  unarchived: 'took it out of the archive',
  arrived: 'arrived at the stop',
  left: 'left the stop',
  'photo added': 'added a photo',
  'photo removed': 'removed a photo',
};

function becamePending({ status, failure_reason }: Event['changes']): string {
  if (failure_reason?.[0]) return 'planned it again';
  return isDone({ status: status?.[0] }) ? 'reopened it' : 'set it to Pending';
}

/** Names the driver who got the task, if there is one. */
function ownerIn(lines: ActivityItem['lines'], before: string): string {
  const line = lines.find(({ label }) => label === TASK_FIELDS.driver_id.label);
  return line && line.after !== NOTHING ? before + line.after : '';
}
