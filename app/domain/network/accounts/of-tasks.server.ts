/**
 * The accounts of tasks, where the account changes and not the task. These writes give a task no new version, so
 * that they cause no conflict with an edit.
 */
import { row, rows } from 'db/connection';
import { invalidateLists } from '~/domain/platform/sync/pages.server';

/** SQL: the account that the destination of task `t` names. See `account_of` in the migrations. */
const NAMED = `case t.type
  when 'transfer' then account_of(t.transfer_destination_location, t.transfer_destination_address, null)
  when 'delivery' then account_of(t.location, t.address, null) end`;

const LINK = `
  update tasks t set account_id = n.account
  from (
    select t.id, ${NAMED} as account from tasks t where not t.archived and t.account_id is null
      and ($names::text[] is null or lower(case t.type when 'transfer' then t.transfer_destination_location
        else t.location end) = any(array(select lower(unnest($names::text[])))))
  ) n
  where t.id = n.id and n.account is not null returning t.id`;

/**
 * Gives tasks without an account that are not archived the one that they name. Call it, in the transaction that
 * makes, renames or deletes accounts, after they are written.
 * @param names the names that the accounts have or had; null for tasks with any name.
 */
export async function linkTasks(names: string[] | null): Promise<void> {
  const linked = await rows(LINK, { names });
  if (linked.length > 0) await invalidateLists('everybody');
}

const LEAVE = `
  update tasks t set account_id = ${NAMED}
  where t.account_id = $accountId and not t.archived and t.type <> 'pickup'`;

/**
 * Tasks of a deleted account go to another account of that name, if there is one. Archived tasks and the pickups
 * that were meant for it still have it.
 */
export const leaveDeleted = (accountId: number) => rows(LEAVE, { accountId });

const AT_ONCE = 500;

// One instance at a time: the others do not wait for the row. The last batch deletes it.
const FILL = `
  with rest as materialized (
    select (value ->> 'below')::integer as below from settings where name = 'accounts-of-tasks' for update skip locked
  ), batch as materialized (
    select t.* from tasks t, rest where t.archived and t.account_id is null and t.id < rest.below
    order by t.id desc limit $most for update of t
  ), filled as (
    update tasks f set account_id = n.account
    from (select t.id, coalesce(${NAMED}, t.destination_account_id) as account from batch t) n
    where f.id = n.id and n.account is not null
  ), moved as (
    update settings s set value = jsonb_build_object('below', b.below), updated_at = now()
    from (select min(id) as below from batch) b where s.name = 'accounts-of-tasks' and b.below is not null
  ), done as (
    delete from settings where name = 'accounts-of-tasks' and exists (select from rest) and not exists (select from batch)
  )
  select exists (select from settings where name = 'accounts-of-tasks') as more`;

/**
 * Gives archived tasks of an earlier version their account, some at a time, the latest first.
 * @returns false when there are no more.
 */
export const fillAccounts = async () =>
  (await row<{ more: boolean }>(FILL, { most: AT_ONCE }))?.more ?? false;
