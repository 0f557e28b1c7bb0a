/**
 * Tasks are found by letters and digits: "inv48213" is in "INV-48213". Must be equal to searchKey in
 * app/domain/views/board/search.ts.
 */
export const searchKeys = {
  name: '0052-search-keys',
  rewrites: { table: 'tasks', secondsPer100000: 15 },
  up: String.raw`
create function search_key(words text) returns text immutable strict parallel safe language sql
return translate(lower(words), E' \t\n\r\u00a0!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~–—‘’“”', '');
-- search_text stays until no older build can be running; only its index is given up.
alter table tasks add column search_key text not null
  generated always as (search_key(location || address || invoice_number || part_numbers)) stored;
create index tasks_search_key on tasks using gin (search_key gin_trgm_ops);
drop index tasks_search;
`,
};
