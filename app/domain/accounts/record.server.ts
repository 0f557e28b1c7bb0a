/** The story of an account: who did what to it and to its addresses, in the transaction that does it. */
import { rows } from 'db/connection';
import { AccountEvent } from 'db/models/places';
import type { Actor } from '~/domain/actor';

/** Field to [before, after]. */
export type Changes = Record<string, [unknown, unknown]>;

type AccountChange = {
  accountId: number;
  addressId?: number;
  action: 'created' | 'updated' | 'deleted' | 'made-default' | 'located';
  changes: Changes;
  /** Of the account or the address, after the change. */
  version?: number;
};

export async function recordChange(
  actor: Pick<Actor, 'id'>,
  { accountId, addressId, action, changes, version }: AccountChange,
): Promise<void> {
  await AccountEvent.create(
    { accountId, addressId, actorId: actor.id, action, changes, version },
    { returning: false },
  );
}

/** `by` is the person's name; `addressName` is null when the address is gone; `occurredAt` is ISO 8601. */
export type ToldChange = {
  id: number;
  addressId: number | null;
  addressName: string | null;
  by: string;
  action: string;
  changes: Changes;
  occurredAt: string;
};

const TOLD = `
  select e.id, e.address_id as "addressId", d.name as "addressName", coalesce(nullif(u.name, ''), u.username, 'System') as by, e.action, e.changes,
         to_json(e.created_at) #>> '{}' as "occurredAt"
  from account_events e left join users u on u.id = e.actor_id left join account_addresses d on d.id = e.address_id`;

/** What happened to the account itself, or to one address of it, since the version that somebody has seen. */
export const changesSince = (accountId: number, addressId: number | null, version: number) =>
  rows<ToldChange>(
    `${TOLD} where e.account_id = $accountId and e.address_id is not distinct from $addressId::integer
       and e.version > $version order by e.id`,
    { accountId, addressId, version },
  );

/** What happened to the account and its addresses, latest first. */
export const latestChanges = (accountId: number, limit: number) =>
  rows<ToldChange>(`${TOLD} where e.account_id = $accountId order by e.id desc limit $limit`, {
    accountId,
    limit,
  });

/** What of `fields` differs between what was and what is. */
export function changesBetween<Thing extends object>(
  before: Thing,
  after: Thing,
  fields: readonly (keyof Thing & string)[],
): Changes {
  return Object.fromEntries(
    fields
      .filter((field) => before[field] !== after[field])
      .map((field): [string, [unknown, unknown]] => [field, [before[field], after[field]]]),
  );
}
