/** When a new delivery is due, where nobody says it: at the time of day that its account has for that. */
import type { Task } from 'db/models/tasks';
import { row } from 'db/connection';
import { prepared } from 'db/statement';
import { businessZone } from '~/domain/network/network.server';

// Names of accounts are not unique: the address decides; if it does not, and they differ, there is no due time. It is the
// next time that business clocks show it, and after a hold the next one after that.
const DUE = prepared(`
  with named as (
    select a.deliver_by, exists (
      select from account_addresses d
      where d.account_id = a.id
        and address_key(address_line(d.address, d.city, d.state, d.zip_code)) = address_key($address)) as here
    from accounts a where lower(a.name) = lower($location) and a.deleted_at is null
  ), usual as (
    select nullif(coalesce(
      min(deliver_by) filter (where here),
      case when count(distinct deliver_by) = 1 then min(deliver_by) end), '')::time as clock
    from named
  ), start as (select greatest(now(), $after::timestamptz) as at)
  select min(due.at) as at
  from usual, start, generate_series(0, 2) as day, lateral (
    select ((start.at at time zone $zone)::date + day + usual.clock) at time zone $zone as at
  ) as due
  where due.at > start.at`);

/** Null for none. */
export async function usualDue(task: Task): Promise<Date | null> {
  if (task.type === 'pickup') return null;
  const [location, address] =
    task.type === 'transfer'
      ? [task.transfer_destination_location, task.transfer_destination_address]
      : [task.location, task.address];
  if (!location) return null;
  const found = await row<{ at: Date | null }>(DUE, {
    ...{ location, address: address ?? '', zone: businessZone() },
    after: task.status === 'hold' ? task.need_by : null,
  });
  return found?.at ?? null;
}
