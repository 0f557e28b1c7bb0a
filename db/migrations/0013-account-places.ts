/**
 * Finds accounts by their place, so that the cost of an import depends on its file and not on the existing
 * accounts.
 */
export const accountPlaces = {
  name: '0013-account-places',
  up: String.raw`
-- The same place, however it is spelled.
create function place_key(address text, city text, state text, zip_code text) returns uuid
immutable strict parallel safe language sql
return md5(regexp_replace(lower(address || city || state || zip_code), '[\s,.]+', '', 'g'))::uuid;

create index account_addresses_place on account_addresses (place_key(address, city, state, zip_code));
`,
};
