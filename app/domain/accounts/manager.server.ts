/** The addresses of one account as its manager shows them: with what is known of where they are. */
import { rows } from 'db/connection';
import { AccountAddress as StoredAddress } from 'db/models/places';
import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';
import { ADDRESS } from './queries.server';
import type { AccountAddress } from './schema';

/** `doubtful`: ZIP code and state contradict each other; `pending`: somebody is still asking; `not-found`: nobody knows it, or nobody asks any more. */
export type Lookup = 'found' | 'approximate' | 'doubtful' | 'pending' | 'not-found';
export type ManagedAddress = AccountAddress & { lookup: Lookup };

/** The default first, then by name. */
export async function listManagedAddresses(actor: Actor, accountId: number): Promise<ManagedAddress[]> {
  authorize(actor, 'readAccounts');
  return rows<ManagedAddress>(
    `select ${StoredAddress.columns(ADDRESS, 'd')}, case
       when q.address_key is not null and q.next_try_at is null then 'not-found'
       when d.latitude is not null then case when d.geo_precision in ('approximate', 'doubtful') then d.geo_precision else 'found' end
       when q.address_key is not null then 'pending'
       else 'not-found' end as lookup
     from account_addresses d left join geocode_queue q
       on q.address_key = address_key(address_line(d.address, d.city, d.state, d.zip_code))
     where d.account_id = $accountId order by d.is_default desc, lower(d.name), d.id`,
    { accountId },
  );
}
