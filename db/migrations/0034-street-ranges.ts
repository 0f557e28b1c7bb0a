/** House numbers along streets, from files of the Census Bureau, and places that were found by them. */
export const streetRanges = {
  name: '0034-street-ranges',
  up: `
create table street_counties (
  -- State and county, as the Census Bureau counts them.
  county text primary key,
  year integer not null,
  ranges integer not null,
  loaded_at timestamptz not null default now()
);

-- The house numbers of one side of one piece of a street.
create table street_ranges (
  county text not null,
  -- As app/domain/geocoding/streets/street-name.ts spells it.
  name text not null,
  zip text not null,
  -- What comes before the number: "N6W" of N6W23001, "59-" of 59-17.
  prefix text not null,
  -- At the beginning and at the end of the line; the first may be the greater one.
  from_number integer not null,
  to_number integer not null,
  parity text not null check (parity in ('O', 'E', 'B')),
  side text not null check (side in ('L', 'R')),
  -- Longitude and latitude in millionths of a degree, alternating.
  line integer[] not null
);
create index street_ranges_name on street_ranges (name, zip);
create index street_ranges_county on street_ranges (county);

-- 'interpolated': estimated along the street; 'street': only its street is known.
alter table tasks drop constraint tasks_geo_precision_check, add constraint tasks_geo_precision_check
  check (geo_precision in ('exact', 'interpolated', 'street', 'approximate', 'doubtful', 'manual'));
alter table account_addresses drop constraint account_addresses_geo_precision_check,
  add constraint account_addresses_geo_precision_check
  check (geo_precision in ('exact', 'interpolated', 'street', 'approximate', 'doubtful', 'manual'));
alter table dealership_locations drop constraint dealership_locations_geo_precision_check,
  add constraint dealership_locations_geo_precision_check
  check (geo_precision in ('exact', 'interpolated', 'street', 'approximate', 'doubtful', 'manual'));
`,
};
