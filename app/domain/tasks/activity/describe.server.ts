/** Describes a task's activity in sentences: labels for columns, names for ids, times on business clocks. */
import { rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { businessTime } from '~/domain/network/settings/business-time.server';
import { type ActivityItem, type FieldFacts, NOTHING, shownValue } from '~/domain/kernel/field-table';
import { Run } from 'db/models/runs';
import { clockAt, clockLabel } from '~/domain/kernel/time';
import { businessZone } from '~/domain/network/settings/network.server';
import { RUN_RULE_LABELS, RUN_RULES } from '~/domain/network/runs/states';
import { signedForSql } from '~/domain/tasks/model/completion';
import { TASK_FIELDS } from '~/domain/tasks/model/fields';
import { type Activity, type Names, namesOf, NOTED_NAME } from '~/domain/tasks/store/queries.server';
import { tapWords } from '~/domain/tasks/model/last-positions';
import { CUSTOMER_WROTE, lineIn } from '~/domain/tasks/model/expected';
import { AMENDED_BY, STATUS_LABELS, type TaskStatus } from '~/domain/tasks/model/task';
import { activity as words } from '~/words/en/activity';
import { isDone, STATUS } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

/** Returns items oldest first, like the activity. Columns that mean nothing to people are left out. */
export async function describeActivity(actor: Actor, activity: Activity[]): Promise<ActivityItem[]> {
  const changes = activity.map((each) => each.changes);
  const [names, runs] = await Promise.all([
    namesOf(actor, idsIn(changes, 'user'), idsIn(changes, 'account')),
    runNames(changes),
  ]);
  return activity.map(({ id, by, action, occurredAt, arrivedAt, changes, tap }) => ({
    id,
    by,
    occurredAt,
    what:
      actionLabel(action, changes) +
      (changes.late_reason ? `: ${String(changes.late_reason[1])}` : '') +
      (tap ? `, ${tapWords(tap.metres)}` : '') +
      delayOf(occurredAt, arrivedAt),
    lines: [
      ...runLines(changes, runs),
      ...Object.values(TASK_FIELDS).flatMap((field) => {
        const change = changes[field.key];
        if (!change || (field.key === 'account_id' && isNamed(changes))) return [];
        const [before, after] = change.map((value) => shownTaskValue(field, value, names));
        return before === undefined || after === undefined || before === after
          ? []
          : [{ label: field.label, before, after }];
      }),
    ],
  }));
}

type RunNames = ReadonlyMap<unknown, string>;

/** Returns names such as `North 10:30 AM` of the runs in these changes, by id. */
async function runNames(changes: Activity['changes'][]): Promise<RunNames> {
  const ids = changes.flatMap(({ run_id: runs = [] }) => runs).filter((id) => typeof id === 'number');
  if (ids.length === 0) return new Map();
  const found = await Run.findRows(['id', 'name', 'departsAt'], { where: { id: ids } });
  return new Map(
    found.map(({ id, name, departsAt }) => [id, `${name} ${clockLabel(clockAt(departsAt, businessZone()))}`]),
  );
}

/** The run with the rule that chose it, and what it promises. */
function runLines({ run_id, run_rule, promised_from, promised_to }: Activity['changes'], names: RunNames) {
  const nameOf = (id: unknown) =>
    id === null || id === undefined ? NOTHING : (names.get(id) ?? 'a former run');
  const rule = RUN_RULES.find((each) => each === run_rule?.[1]);
  const lines = run_id
    ? [
        {
          label: 'Run',
          before: nameOf(run_id[0]),
          after: [nameOf(run_id[1]), rule && run_id[1] !== null && RUN_RULE_LABELS[rule]]
            .filter(Boolean)
            .join(', '),
        },
      ]
    : [];
  if (!promised_from && !promised_to) return lines;
  const promise = (side: 0 | 1) => {
    const times = [promised_from?.[side], promised_to?.[side]].filter((each) => typeof each === 'string');
    return times.map((iso) => clockLabel(clockAt(new Date(iso), businessZone()))).join('–') || NOTHING;
  };
  return [...lines, { label: 'Promised', before: promise(0), after: promise(1) }];
}

/** Another name of the place tells enough about its account. */
const isNamed = (changes: Activity['changes']) =>
  'location' in changes || 'transfer_destination_location' in changes;

/** A report that arrives later than this came from a phone without a connection. */
const LATE_MS = 2 * 60_000;

const delayOf = (occurredAt: string, arrivedAt: string) =>
  Date.parse(arrivedAt) - Date.parse(occurredAt) > LATE_MS ? `, received ${businessTime(arrivedAt)}` : '';

/** Returns the ids of users or accounts in the changes, before and after. */
export const idsIn = (changes: Activity['changes'][], kind: 'user' | 'account') =>
  Object.values(TASK_FIELDS)
    .filter((field) => 'kind' in field && field.kind === kind)
    .flatMap(({ key }) => changes.flatMap((change) => change[key] ?? []))
    .filter((value) => typeof value === 'number');

/** Words a stored value for people. */
export function shownTaskValue(field: FieldFacts, value: unknown, names: Names): string {
  const number = typeof value === 'number' ? value : null;
  if (field.kind === 'user') return names.person(number) ?? NOTHING;
  if (field.kind === 'account') return names.account(number) ?? NOTHING;
  if (field.kind === 'instant') return typeof value === 'string' ? businessTime(value) : NOTHING;
  if (field.kind === 'count') return number === null ? NOTHING : String(number);
  if (field.kind === 'skills') return (Array.isArray(value) && value.join(', ')) || NOTHING;
  return shownValue(field, value);
}

const ACTIONS: Record<string, string> = {
  ...STATUS_LABELS,
  updated: 'Edited',
  released: 'Released from hold',
  unarchived: 'Taken out of the archive',
};

const actionLabel = (action: string, changes: Activity['changes']) =>
  action === CUSTOMER_WROTE
    ? `Wrote: ${lineIn({ changes })}`
    : (ACTIONS[action] ??
      `${action.charAt(0).toUpperCase()}${action.startsWith(AMENDED_BY) ? action.slice(1) : action.slice(1).replace(/-/g, ' ')}`);

/** Reads from the history which tasks that a driver had under way were changed by others. */

type Last = Omit<StopChange, 'what'> & { action: string; status: TaskStatus | null; to: string | null };

/** Returns the last change of each of these tasks that is the actor's, or was until that change. */
export async function stopChanges(actor: Actor, taskIds: number[]): Promise<StopChange[]> {
  if (taskIds.length === 0) return [];
  const last = await rows<Last>(
    `select e.task_id as "taskId", coalesce(t.location, e.changes #>> '{location,0}', '') as location, e.action,
       e.changes #>> '{status,1}' as status, coalesce(nullif(d.name, ''), d.username) as "to",
       case when e.actor_id = $actorId then $you else coalesce(${NOTED_NAME}, $system) end as by,
       to_json(e.occurred_at) #>> '{}' as at,
       coalesce(t.driver_id = $actorId and ${signedForSql('t')} and ${statusIs(isDone)}
         and not exists (select from task_signatures s where s.task_id = t.id), false) as "isUnsigned"
     from (
       select distinct on (task_id) * from task_events
       where task_id = any($taskIds) and action <> 'created' and jsonb_exists_any(changes, array['status', 'driver_id', 'archived'])
       order by task_id, id desc
     ) e
     left join users u on u.id = e.actor_id
     left join tasks t on t.id = e.task_id
     left join users d on d.id = case when e.action <> 'deleted' then (e.changes #>> '{driver_id,1}')::integer end
     where t.driver_id = $actorId or (e.changes #>> '{driver_id,0}')::integer = $actorId
     order by e.task_id`,
    { actorId: actor.id, taskIds, you: words.you, system: words.system },
  );
  return last.map(({ action, status, to, ...rest }) => ({
    ...rest,
    what: stopChangeLabel(action, status, to),
  }));
}

function stopChangeLabel(action: string, status: TaskStatus | null, to: string | null): string {
  if (action === 'deleted') return words.deleted;
  if (to) return words.assignedTo(to);
  if (action === 'assigned') return words.takenOff;
  if (action === 'archived') return words.archived;
  const said: Partial<Record<TaskStatus, string>> = {
    [STATUS.pending]: words.pending,
    [STATUS.hold]: words.hold,
    [STATUS.nextRoute]: words['next-route'],
    [STATUS.completed]: words.completed,
  };
  return (status && said[status]) ?? words.changed;
}

/** The last change by another person to a task that a driver had under way. */
export type StopChange = {
  taskId: number;
  location: string;
  /** The person's name, or the words for the reader or the system. */
  by: string;
  /** The change in words of the reader: "completed it". */
  what: string;
  /** ISO 8601. */
  at: string;
  /** A completed delivery of the driver's that has no signature yet. */
  isUnsigned: boolean;
};
