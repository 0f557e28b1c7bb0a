/** The preferences of each user, and names that tell API tokens apart. */
export const settings = {
  name: '0008-settings',
  up: `
alter table users
  add column theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  add column text_size text not null default 'normal' check (text_size in ('normal', 'large', 'larger')),
  -- 'device', 'business', or the name of a zone.
  add column time_zone text not null default 'device' check (length(time_zone) between 1 and 64);

update api_tokens t set name = left(name, 190) || ' ' || id
where revoked_at is null and exists (
  select 1 from api_tokens o
  where o.user_id = t.user_id and lower(o.name) = lower(t.name) and o.revoked_at is null and o.id < t.id
);
create unique index api_tokens_name on api_tokens (user_id, lower(name)) where revoked_at is null;
`,
};
