/** Rules that the rows of the database must keep at any moment. */
import { SUMMARY } from './archive';

type Rows = { rows<Row extends object>(sql: string): Promise<Row[]> };

/** Each statement selects the rows that break a rule. */
const INVARIANTS: Record<string, string> = {
  'the order of a route is unique and complete': `
    select driver_id, count(*) as tasks, count(distinct order_index) as places from tasks
    where not archived and driver_id is not null and status in ('pending', 'going')
    group by driver_id having count(distinct order_index) <> count(*)`,
  'nothing else has a place in an order': `
    select id, status, order_index from tasks
    where order_index is not null and (archived or driver_id is null or status not in ('pending', 'going'))`,
  'one stop is under way': `
    select driver_id from tasks where status = 'going' and not archived
    group by driver_id having count(distinct (lower(regexp_replace(trim(location), '\\s+', ' ', 'g')), address_key(address))) > 1`,
  'every list has its lock': `
    select distinct driver_id from tasks t
    where driver_id is not null and not exists (select from task_lists l where l.owner_id = t.driver_id)`,
  'the summary is a recount': `
    select k.date, k.task_count, k.driver_counts, r.task_count as counted, r.driver_counts as counted_by_driver
    from (select date, task_count, driver_counts from task_archive_summary where task_count > 0) k
      full join (${SUMMARY}) r using (date)
    where (k.task_count, k.driver_counts) is distinct from (r.task_count, r.driver_counts)`,
  'every version has one event': `
    select t.id, t.version, v.latest, v.events from tasks t
      left join (select task_id, max(version) as latest, count(*) as events, count(distinct version) as versions
                 from task_events where version is not null group by task_id) v on v.task_id = t.id
    where t.version > 1 and v.latest is distinct from t.version or v.events <> v.versions`,
  'every task was created once': `
    select task_id, count(*) from task_events where action = 'created' group by task_id having count(*) > 1`,
  'events explain status, driver and archive': `
    select t.id, e.field, e.value as told, e.stored from tasks t
      cross join lateral (values ('status', t.status), ('driver_id', t.driver_id::text), ('archived', t.archived::text))
        as f(field, stored)
      cross join lateral (
        select f.field, f.stored, changes -> f.field ->> 1 as value from task_events
        where task_id = t.id and changes ? f.field and action <> 'deleted' order by id desc limit 1) e
    where e.value is distinct from e.stored`,
  'no delivery without its transfer, no transfer without its delivery': `
    select t.id, t.status, d.id as delivery, d.status as delivery_status
    from (select * from tasks where type = 'transfer' and transfer_to_driver_id is not null) t
      full join (select * from tasks where linked_task_id is not null) d on d.linked_task_id = t.id
    where t.id is null and d.status = 'linked'
      or d.id is null and t.status <> 'completed'
      or d.status = 'linked' and t.status = 'completed'
      or d.status = 'pending' and t.status <> 'completed'`,
  'what is completed was completed at some time': `
    select id, status, completed_at from tasks where (status = 'completed') <> (completed_at is not null)`,
  // A hold that is made with a past time is released in the next round, like any other.
  'no hold is overdue': `
    select id, need_by from tasks where status = 'hold' and failure_reason is null and need_by is not null
      and greatest(need_by, updated_at) < now() - interval '30 seconds'`,
  'one default address': `
    select account_id, count(*) filter (where is_default) as defaults from account_addresses
    group by account_id having count(*) filter (where is_default) <> 1`,
  'deleted accounts have no addresses': `
    select a.id from accounts a join account_addresses d on d.account_id = a.id where a.deleted_at is not null`,
  'no proof without its task': `
    select task_id from task_signatures s where not exists (select from tasks t where t.id = s.task_id)
    union all select task_id from task_photos p where not exists (select from tasks t where t.id = p.task_id)`,
  'no key without its answer': `select user_id, key from idempotency_keys where status is null`,
  'who is gone has neither sessions nor open tasks': `
    select u.id from users u where deactivated_at is not null
      and (exists (select from sessions s where s.user_id = u.id)
        or exists (select from tasks t where t.driver_id = u.id and t.status not in ('completed', 'linked')))`,
};

/** Returns the broken rules, with the first rows that break them; empty when there are none. */
export async function brokenInvariants(database: Rows): Promise<string[]> {
  const broken: string[] = [];
  for (const [what, sql] of Object.entries(INVARIANTS)) {
    const wrong = await database.rows<object>(sql);
    if (wrong.length > 0) broken.push(`${what}: ${JSON.stringify(wrong.slice(0, 3))}`);
  }
  return broken;
}
