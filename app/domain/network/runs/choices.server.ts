/** The people and dealerships that forms of runs offer. */
import * as z from 'zod/v4';
import type { Actor } from '~/domain/kernel/actor';
import { query } from '~/domain/kernel/command.server';
import { known } from '~/domain/kernel/schema';
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
