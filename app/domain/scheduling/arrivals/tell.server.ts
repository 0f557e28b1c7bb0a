/** Sends `eta.changed` to webhooks when arrival times have changed. */
import { execute, row } from 'db/connection';
import { COLUMNS, FROM } from '~/domain/tasks/store/queries.server';

type Expected = {
  taskId: number;
  expectedAt: string;
  earliestAt: string;
  latestAt: string;
};

const WANTED = "select 1 as one from webhooks where active and 'eta.changed' = any(events)";

// The first expectation of a task is only stored, for later ones to be compared with; webhooks are told of
// changes.
const TELL = `
  with expected as (
    select e.* from jsonb_to_recordset($expected::jsonb)
        as e("taskId" integer, "expectedAt" timestamptz, "earliestAt" timestamptz, "latestAt" timestamptz)
      join tasks t on t.id = e."taskId"
  ), changed as (
    select e.*, told.expected_at as before from expected e left join told_arrivals told on told.task_id = e."taskId"
    where told.task_id is null or abs(extract(epoch from told.expected_at - e."expectedAt")) > 300
  ), kept as (
    insert into told_arrivals (task_id, expected_at) select "taskId", "expectedAt" from changed
    on conflict (task_id) do update set expected_at = excluded.expected_at
  )
  insert into jobs (kind, subject, lane, chain, payload)
  select 'webhook', id, webhook_id, webhook_id || ':' || "taskId", jsonb_build_object(
    'event', 'eta.changed', 'taskId', "taskId", 'body', json_build_object('id', id, 'event', 'eta.changed', 'occurred_at', to_json(now()), 'actor', null,
    'arrival', json_build_object('expectedAt', "expectedAt", 'earliestAt', "earliestAt", 'latestAt', "latestAt",
      'expectedBefore', before),
    'task', (select row_to_json(task) from (select ${COLUMNS} ${FROM} where t.id = "taskId") task))::text)
  from (select gen_random_uuid() as id, w.id as webhook_id, c.* from changed c
        join webhooks w on w.active and 'eta.changed' = any(w.events) where c.before is not null) d
  order by "taskId", webhook_id`;

/** Does nothing when no webhook wants the event. */
export async function tellOfArrivals(expected: Expected[]): Promise<void> {
  if (expected.length === 0 || !(await row(WANTED))) return;
  await execute(TELL, { expected: JSON.stringify(expected) });
}
