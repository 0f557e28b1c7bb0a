/** Dealerships are data: admins add, rename and retire them. */
export const dealerships = {
  name: '0021-dealerships',
  up: `
create table dealerships (
  name text primary key check (length(name) between 1 and 100),
  retired_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index dealerships_name_key on dealerships (lower(normalize(name, nfkc)));
insert into dealerships (name) select unnest(five_dealerships());

alter table users drop constraint users_dealerships_check;
-- Without a foreign key: the commands that name a dealership hold the same locks as the one that renames it.
alter table tasks drop constraint tasks_dealership_check;
alter table dealership_locations drop constraint dealership_locations_name_check,
  add constraint dealership_locations_name_fkey
  foreign key (name) references dealerships on update cascade on delete cascade;
drop function five_dealerships();
`,
};
