/** Finds accounts by any word of their names, without reading all of them. */
export const accountWords = {
  name: '0019-account-words',
  up: String.raw`
-- Letters and digits only: PostgreSQL's own parser takes "a/c" for a path, and "all-star" for one word more.
create function name_words(name text) returns tsvector
immutable strict parallel safe language sql
return to_tsvector('simple'::regconfig, regexp_replace(name, '[^[:alnum:]]+', ' ', 'g'));

create index accounts_words on accounts using gin (name_words(name)) where deleted_at is null;
`,
};
