/** Notes the changes of tasks that browsers are told of, in the transaction of the change. */
import type { NewNotice } from '~/domain/tasks/events/notices.server';
import type { Subscriber } from '~/domain/tasks/events/subscribers.server';
import { CUSTOMER_WROTE } from '~/domain/tasks/model/expected';
import type { Entry } from '~/domain/tasks/model/task';
import { ROUNDS } from '~/domain/platform/jobs/change-jobs.server';
import type { PushKind } from './kinds';
import { hasRole, rolesWithAll } from '~/domain/kernel/permissions';

type NewPush = {
  /** Null: all dispatchers. */
  userId: number | null;
  kind: PushKind;
  taskId: number;
};

const KIND_OF: Record<NewNotice['kind'], PushKind | null> = {
  urgent: 'urgent',
  new: 'new',
  ready: 'new',
  changed: 'changed',
  stopped: 'changed',
  removed: 'removed',
  completed: 'removed',
  later: 'changed',
  quiet: null,
  planned: 'changed',
  unplanned: 'changed',
};

const pushesFor = (notices: NewNotice[], entries: Entry[]): NewPush[] => [
  ...notices.flatMap(({ driver, kind: noticed, taskId }) => {
    const kind = KIND_OF[noticed];
    return kind ? [{ userId: driver, kind, taskId }] : [];
  }),
  ...entries
    .filter(({ action, changes }) => action === 'hold' && Boolean(changes.failure_reason?.[1]))
    .map(({ taskId }) => ({ userId: null, kind: 'failed' as const, taskId })),
  ...entries
    .filter(({ action }) => action === CUSTOMER_WROTE)
    .map(({ taskId }) => ({ userId: null, kind: 'wrote' as const, taskId })),
];

/** SQL: the user `u` reads the whole board. */
export const HAS_BOARD = hasRole('u.roles', rolesWithAll('readBoard'));

/** SQL: notes each `task_id` of a table, for all dispatchers who have subscribed a browser before `since`. */
export const noteToDispatchers = (kind: PushKind, table: string, since = "'infinity'") => `
  insert into push_events (user_id, kind, task_id)
  select distinct s.user_id, '${kind}', n.task_id
  from ${table} n join push_subscriptions s on s.created_at < ${since} join users u on u.id = s.user_id
  where ${HAS_BOARD}`;

/**
 * A part of the statement of `record()`: `$pushed` as JSON. Notes events only for people who have subscribed
 * a browser.
 */
const NOTE_PUSHES = `
  insert into push_events (user_id, kind, task_id)
  select distinct s.user_id, p.kind, p."taskId"
  from jsonb_to_recordset($pushed::jsonb) as p("userId" integer, kind text, "taskId" integer)
  join push_subscriptions s on s.user_id = p."userId" or p."userId" is null
    and s.user_id is distinct from $actor::integer
    and exists (select from users u where u.id = s.user_id and ${HAS_BOARD})`;

export const pushSubscriber: Subscriber = {
  name: 'pushed',
  statement: NOTE_PUSHES,
  wakes: `${ROUNDS}push`,
  value: ({ notices, entries }) => pushesFor(notices, entries),
};
