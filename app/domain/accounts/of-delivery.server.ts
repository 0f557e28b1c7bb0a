/**
 * SQL, for deliveries as `t`: the ids of the accounts that they go to. Deliveries name their account. Names are not unique:
 * the address decides; where it does not, an account that is the only one of its name.
 */
export const ACCOUNTS_OF_DELIVERY = `(
  select n.id from (
    select a.id, h.here, count(*) over () as named
    from accounts a cross join lateral (
      select exists (
        select from account_addresses d where d.account_id = a.id
          and address_key(address_line(d.address, d.city, d.state, d.zip_code)) = address_key(t.address)) as here
    ) h
    where lower(a.name) = lower(t.location) and a.deleted_at is null
  ) n where n.here or n.named = 1)`;
