/** Describes a task's activity in sentences: labels for columns, names for ids, times on business clocks. */
import type { Actor } from '~/domain/kernel/actor';
import { businessTime } from '~/domain/network/settings/business-time.server';
import { shownValue, type FieldFacts } from '~/domain/kernel/field-table';
import { NOTHING, type ActivityItem } from '~/domain/kernel/activity';
import { TASK_FIELDS } from '~/domain/tasks/model/fields';
import { type Activity, type Names, namesOf } from '~/domain/tasks/store/queries.server';
import { tapWords } from '~/domain/tasks/model/last-positions';
import { CUSTOMER_WROTE, lineIn } from '~/domain/tasks/model/expected';
import { STATUS_LABELS } from '~/domain/tasks/model/task';

/** Returns items oldest first, like the activity. Columns that mean nothing to people are left out. */
export async function describeActivity(actor: Actor, activity: Activity[]): Promise<ActivityItem[]> {
  const changes = activity.map((each) => each.changes);
  const names = await namesOf(actor, idsIn(changes, 'user'), idsIn(changes, 'account'));
  return activity.map(({ id, by, action, occurredAt, arrivedAt, changes, tap }) => ({
    id,
    by,
    occurredAt,
    what:
      actionLabel(action, changes) +
      (tap ? `, ${tapWords(tap.metres)}` : '') +
      delayOf(occurredAt, arrivedAt),
    lines: Object.values(TASK_FIELDS).flatMap((field) => {
      const change = changes[field.key];
      if (!change) return [];
      const [before, after] = change.map((value) => shownTaskValue(field, value, names));
      return before === undefined || after === undefined || before === after
        ? []
        : [{ label: field.label, before, after }];
    }),
  }));
}

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
    : (ACTIONS[action] ?? `${action.charAt(0).toUpperCase()}${action.slice(1).replace(/-/g, ' ')}`);
