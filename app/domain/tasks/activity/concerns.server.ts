/**
 * Notes the things that the office should look at, in the transaction of their cause, until somebody settles
 * them.
 */
import { execute, rows, transaction } from 'db/connection';
import { type Task, TaskConcern } from 'db/models/tasks';
import { noted } from '~/domain/tasks/store/save.server';
import { addressKey } from '~/domain/geography/place-key';
import { command, query } from '~/domain/kernel/command.server';
import { SettleConcerns } from '~/domain/tasks/model/schema';
import { ConcernsAnswer, SettledAnswer } from '~/domain/tasks/model/answers';
import { CONCERN_KINDS, SETTLED, type Concern, type ConcernKind } from '~/domain/tasks/model/concerns';
import { COMPLETION_ARRIVED, type Entry } from '~/domain/tasks/model/task';
import { record } from '~/domain/tasks/events/record.server';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { isDone } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

type NewConcern = { taskId: number; kind: ConcernKind; said: string; address?: string };

const ADD = `
  insert into task_concerns (task_id, kind, said, address)
  select "taskId", kind, said, address
  from jsonb_to_recordset($added::jsonb) as c("taskId" integer, kind text, said text, address text)`;

/** Runs in the transaction of the cause. */
export async function addConcerns(added: NewConcern[]): Promise<void> {
  if (added.length > 0) await execute(ADD, { added: JSON.stringify(added) });
}

/**
 * Returns concerns about the completions of a stop by a driver who saw another address than the tasks have:
 * the parts may be at either.
 */
export function atOtherAddress(
  seenAddress: string | undefined,
  entries: Entry[],
  tasks: Map<number, Task>,
): NewConcern[] {
  if (seenAddress === undefined) return [];
  return entries.flatMap(({ taskId, action }): NewConcern[] => {
    const address = tasks.get(taskId)?.address ?? '';
    const completes = isDone({ status: action }) || action === COMPLETION_ARRIVED;
    if (!completes || addressKey(address) === addressKey(seenAddress)) return [];
    return [{ taskId, kind: 'other-address', said: seenAddress, address }];
  });
}

/**
 * SQL: whether the concern `c` of the task `t` still holds. One about a completion ends with the completion.
 */
const STANDS = `(c.kind = 'customer-wrote' or (${statusIs(isDone)} and c.created_at >= t.completed_at))`;

/** SQL: the concerns of the task `t`, oldest first, as JSON. */
export const CONCERNS = `
  select json_agg(json_build_object('id', c.id, 'kind', c.kind, 'said', c.said, 'address', c.address,
    'at', c.created_at, 'isSettled', c.settled_at is not null) order by c.id)
  from task_concerns c where c.task_id = t.id and ${STANDS}`;

/** SQL: the ids of tasks with an unsettled concern of this kind, archived ones included. */
export const tasksWith = (kind: ConcernKind) => `
  select c.task_id from task_concerns c join tasks t on t.id = c.task_id
  where c.kind = '${kind}' and c.settled_at is null and ${STANDS}`;

const MOST = 1_000;

export const listConcerns = query(
  {
    summary: 'What customers wrote and completions at another address, not settled yet',
    about:
      '`customer-wrote`: a line that a customer sent from a link. `other-address`: the driver’s phone showed another address when the task was completed. At most 1,000, oldest first; of archived tasks too.',
    may: 'settleConcerns',
    answer: ConcernsAnswer,
  },
  () =>
    rows<Omit<Concern, 'isSettled'> & { taskId: number }>(
      `select c.id, c.task_id as "taskId", c.kind, c.said, c.address, to_json(c.created_at) #>> '{}' as at
       from task_concerns c join tasks t on t.id = c.task_id
       where c.kind = any($kinds) and c.settled_at is null and ${STANDS} order by c.id limit ${String(MOST)}`,
      { kinds: [...CONCERN_KINDS] },
    ),
);

type Settled = { taskId: number; kind: ConcernKind };

const SETTLE = `
  update task_concerns set settled_at = now(), settled_by = $actorId
  where id = any($concernIds) and settled_at is null returning task_id as "taskId", kind`;

/**
 * Takes ids, so that a line that has come since the page was loaded is not marked as read with the others.
 */
export const settleConcerns = command(
  {
    summary: 'Settles what customers wrote, or completions at another address',
    about: 'Those that are settled already are skipped.',
    may: 'settleConcerns',
    input: SettleConcerns,
    answer: SettledAnswer,
  },
  ({ actor, input: { concernIds } }) =>
    transaction(async () => {
      const open = await TaskConcern.findRows(['taskId'], { where: { id: concernIds, settledAt: null } });
      if (open.length === 0) return { settledCount: 0 };
      const tasks = await lockTasks([...new Set(open.map(({ taskId }) => taskId))]);
      const settled = await rows<Settled>(SETTLE, { concernIds, actorId: actor.id });
      const once = new Map(settled.map((each) => [`${String(each.taskId)} ${each.kind}`, each]));
      await record(
        actor,
        [...once.values()].flatMap(({ taskId, kind }) => {
          const task = tasks.get(taskId);
          return task ? [noted(taskId, SETTLED[kind], task.driver_id)] : [];
        }),
      );
      return { settledCount: settled.length };
    }),
);
