/** The people and dealerships that forms of runs offer. */
import { shownAddress } from '~/domain/geography/address';
import { rows } from 'db/connection';
import * as z from 'zod/v4';
import type { Actor } from '~/domain/kernel/actor';
import { query } from '~/domain/kernel/command.server';
import { id, known } from '~/domain/kernel/schema';
import { listDealershipNames } from '~/domain/network/dealerships/dealerships.server';
import { listRouteOwners } from '~/domain/network/users/queries.server';

/** Names of drivers by id. */
export type Names = Map<number, string>;

export async function driverNames(actor: Actor): Promise<Names> {
  const people = await listRouteOwners({ actor });
  return new Map(people.map(({ id, name, username }) => [id, name || username]));
}

/** For the form of a schedule. */
export const scheduleChoices = query(
  {
    summary: 'Drivers and dealerships that a schedule may name',
    may: 'planRuns',
    answer: z.strictObject({
      drivers: z.array(z.strictObject({ id: known, name: z.string() })),
      dealerships: z.array(z.string()),
    }),
  },
  async ({ actor }) => {
    const [names, dealerships] = await Promise.all([driverNames(actor), listDealershipNames({ actor })]);
    return { drivers: [...names].map(([driverId, name]) => ({ id: driverId, name })), dealerships };
  },
);

const StopAddress = z.strictObject({ accountId: known, id: known, label: z.string() });
export type StopAddress = z.output<typeof StopAddress>;

/** For the form of a schedule: a standing stop may be at another address than the account's default. */
export const stopAddresses = query(
  {
    summary: 'Addresses of those accounts of a schedule that have several, the default first',
    may: 'planRuns',
    at: { scheduleId: id },
    answer: z.array(StopAddress),
  },
  ({ scheduleId }) =>
    rows<StopAddress>(
      `select d.account_id as "accountId", d.id,
         concat_ws(': ', nullif(d.name, ''), ${shownAddress('d')}) as label
       from account_addresses d
       where d.account_id in (select account_id from run_stops where schedule_id = $scheduleId)
         and (select count(*) from account_addresses o where o.account_id = d.account_id) > 1
       order by d.is_default desc, lower(d.name), d.id`,
      { scheduleId },
    ),
);
