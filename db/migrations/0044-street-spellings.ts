/** Imports treat "50 Main St" and "50 Main Street" as one place. */
export const streetSpellings = {
  name: '0044-street-spellings',
  up: String.raw`
create function short_street_words(address text) returns text immutable strict parallel safe language plpgsql as $$
declare
  pair text[];
begin
  if address !~* '\m(street|avenue|boulevard|drive|road|lane|court|place|terrace|circle|highway|parkway|square|trail|suite|(north|south)(east|west)?|east|west)\M' then
    return address;
  end if;
  foreach pair slice 1 in array array[
    ['street', 'st'], ['avenue', 'ave'], ['boulevard', 'blvd'], ['drive', 'dr'], ['road', 'rd'], ['lane', 'ln'],
    ['court', 'ct'], ['place', 'pl'], ['terrace', 'ter'], ['circle', 'cir'], ['highway', 'hwy'], ['parkway', 'pkwy'],
    ['square', 'sq'], ['trail', 'trl'], ['suite', 'ste'],
    ['north', 'n'], ['south', 's'], ['east', 'e'], ['west', 'w'],
    ['northeast', 'ne'], ['northwest', 'nw'], ['southeast', 'se'], ['southwest', 'sw']]
  loop
    address := regexp_replace(address, '\m' || pair[1] || '\M', pair[2], 'gi');
  end loop;
  return address;
end $$;

create or replace function account_place_key(name text, address text, city text, state text, zip_code text) returns uuid
immutable strict parallel safe language sql
return md5(
  regexp_replace(lower(name), '\s+', '', 'g') || '|' ||
  regexp_replace(lower(short_street_words(address) || city || state || zip_code), '[\s,.]+', '', 'g'))::uuid;

create or replace function place_key(address text, city text, state text, zip_code text) returns uuid
immutable strict parallel safe language sql
return md5(regexp_replace(lower(short_street_words(address) || city || state || zip_code), '[\s,.]+', '', 'g'))::uuid;

reindex index account_addresses_place;
`,
};
