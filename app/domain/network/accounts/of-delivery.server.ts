/**
 * SQL, for deliveries as `t` with `location` and `address`: a column of the accounts that they go to.
 * Deliveries refer to an account by name. Names are not unique: the address decides; if it does not, all
 * accounts of the name count when they have the same value in the column.
 */
export const ofAccounts = (column: 'id' | 'deliver_by') => `(
  select n.${column} from (
    select m.${column}, m.here, bool_or(m.here) over () as decided,
      min(m.${column}) over () = max(m.${column}) over () as agreed
    from (
      select a.${column}, exists (
        select from account_addresses d where d.account_id = a.id
          and address_key(address_line(d.address, d.city, d.state, d.zip_code)) = address_key(t.address)) as here
      from accounts a where lower(a.name) = lower(t.location) and a.deleted_at is null
    ) m
  ) n where n.here or (n.agreed and not n.decided))`;
