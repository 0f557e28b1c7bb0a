/**
 * Accounts are found by any word of their names; places may be doubtful; an import has a type for its rows.
 */
export const places = {
  name: '0019-places',
  up: String.raw`
-- Letters and digits only: PostgreSQL's own parser takes "a/c" for a path, and "all-star" for one word more.
create function name_words(name text) returns tsvector
immutable strict parallel safe language sql
return to_tsvector('simple'::regconfig, regexp_replace(name, '[^[:alnum:]]+', ' ', 'g'));

create index accounts_words on accounts using gin (name_words(name)) where deleted_at is null;

-- 'doubtful': ZIP code and state contradict each other.
alter table tasks drop constraint tasks_geo_precision_check, add constraint tasks_geo_precision_check
  check (geo_precision in ('exact', 'approximate', 'doubtful', 'manual'));
alter table account_addresses drop constraint account_addresses_geo_precision_check,
  add constraint account_addresses_geo_precision_check
  check (geo_precision in ('exact', 'approximate', 'doubtful', 'manual'));
alter table dealership_locations drop constraint dealership_locations_geo_precision_check,
  add constraint dealership_locations_geo_precision_check
  check (geo_precision in ('exact', 'approximate', 'doubtful', 'manual'));

-- Of the rows of the file that name no type.
alter table account_imports add column account_type text not null default 'shop'
  check (account_type in ('vendor', 'shop', 'dealership'));
`,
};
