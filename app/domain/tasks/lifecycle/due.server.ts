/** Sets when a new delivery is due if the input does not: at the usual time of day of its account. */
import type { Task } from 'db/models/tasks';
import { row } from 'db/connection';
import { prepared } from 'db/statement';
import { ofAccounts } from '~/domain/network/accounts/queries.server';
import { businessZone } from '~/domain/network/settings/network.server';

// Without exactly one time for the account, there is no due time. Otherwise it is the next moment at which
// business clocks show that time; for a held task, the first one after the hold.
const DUE = prepared(`
  with usual as (
    select nullif(min(deliver_by), '')::time as clock
    from (select $location::text as location, $address::text as address) t, lateral ${ofAccounts('deliver_by')} a
  ), start as (select greatest(now(), $after::timestamptz, $earliest::timestamptz) as at)
  select min(due.at) as at
  from usual, start, generate_series(0, 2) as day, lateral (
    select ((start.at at time zone $zone)::date + day + usual.clock) at time zone $zone as at
  ) as due
  where due.at > start.at`);

/** Returns null when there is none. */
export async function usualDue(task: Task): Promise<Date | null> {
  if (task.type === 'pickup') return null;
  const [location, address] =
    task.type === 'transfer'
      ? [task.transfer_destination_location, task.transfer_destination_address]
      : [task.location, task.address];
  if (!location) return null;
  const found = await row<{ at: Date | null }>(DUE, {
    location,
    address: address ?? '',
    zone: businessZone(),
    after: task.status === 'hold' ? task.need_by : null,
    earliest: task.deliver_after,
  });
  return found?.at ?? null;
}
