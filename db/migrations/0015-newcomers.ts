/**
 * A user who registered is new until an admin has looked at them. Usernames are equal whatever their
 * spelling.
 */
export const newcomers = {
  name: '0015-newcomers',
  up: `
alter table users add column is_new boolean not null default false;

-- Of active users whose names are the same in normal form KC, the later ones get another.
update users later set username = left(later.username, 50) || '-' || later.id
where later.deactivated_at is null and exists (
  select from users earlier where earlier.deactivated_at is null and earlier.id < later.id
    and lower(normalize(earlier.username, nfkc)) = lower(normalize(later.username, nfkc)));
drop index users_username_key;
create unique index users_username_key on users (lower(normalize(username, nfkc))) where deactivated_at is null;
`,
};
