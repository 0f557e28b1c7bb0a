/** Places of addresses: answers that were paid for, and requests that still wait for an answer. */
export const geocoding = {
  name: '0002-geocoding',
  // Function bodies after "return" are bound to the functions that they call when they are created, so that a
  // restored dump needs no search path.
  up: String.raw`
-- An address as a provider is asked: in one line, without suite or unit, ZIP+4, country.
create function askable_address(address text) returns text immutable strict parallel safe language sql
return trim(both ' ,' from regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  address,
  '\s+', ' ', 'g'),
  '\m(\d{5})-\d{4}\M', '\1', 'g'),
  '[ ,]+(usa|u\.s\.a\.|united states( of america)?)[ ,.]*$', '', 'i'),
  -- A number, or one letter: Sault Ste Marie is a city.
  ',? *\m(suite|ste|unit|apt|apartment|room|rm)\M\.? *#? *(\w*\d[\w-]*|[a-z])\M', '', 'gi'),
  -- County Road #12 is a road.
  '(?<!\m(county|co|state) (road|rd)\.? *|\m(route|rte|hwy|highway|cr)\.? *),? *# *[\w-]+', '', 'gi'),
  ' *,[ ,]*', ', ', 'g'));

-- What two spellings of one address have in common.
create function address_key(address text) returns text immutable strict parallel safe language sql
return trim(regexp_replace(regexp_replace(regexp_replace(lower(askable_address(address)),
  '[.''’]', '', 'g'),
  '-(?!\d)|(?<!\d)-', ' ', 'g'),
  '[\s,;:()/"#&]+', ' ', 'g'));

-- The one line of an address that is kept in parts.
create function address_line(address text, city text, state text, zip_code text) returns text
immutable strict parallel safe language sql
return askable_address(address || ', ' || city || ', ' || state || ' ' || zip_code);

alter table account_addresses
  add column geo_precision text check (geo_precision in ('exact', 'approximate', 'manual'));
alter table dealership_locations
  add column geo_precision text check (geo_precision in ('exact', 'approximate', 'manual'));

create index tasks_address_key on tasks (address_key(address));
create index account_addresses_key on account_addresses (address_key(address_line(address, city, state, zip_code)));

-- What a provider said, kept as long as its terms allow.
create table geocodes (
  address_key text primary key,
  provider text not null,
  -- All three null: it knows no such address.
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  precision text check (precision in ('rooftop', 'interpolated', 'street', 'postcode', 'city')),
  answered_at timestamptz not null default now(),
  use_until timestamptz not null,
  constraint geocodes_whole check (num_nulls(latitude, longitude, precision) in (0, 3))
);
create index geocodes_age on geocodes (use_until);

-- One row for every address that is being asked for, or is to be asked for again. The row is the claim and the record.
create table geocode_queue (
  address_key text primary key,
  address text not null,
  -- Counts how often a task wanted it, so that an answer that lands at that moment is not the last.
  wanted integer not null default 1,
  attempts integer not null default 0,
  -- While it is asked: the end of the lease. Null when it was given up.
  next_try_at timestamptz default now(),
  asking boolean not null default false,
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null default now()
);
create index geocode_queue_due on geocode_queue (next_try_at) where next_try_at is not null;

-- When a provider with a limit may be asked again, by whichever instance.
create table geocode_gates (
  provider text primary key,
  free_at timestamptz not null
);
`,
};
