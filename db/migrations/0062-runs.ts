/**
 * Runs: departures of a dealership that tasks join by themselves until a cut-off. Schedules say when; `runs` has the
 * departures of the next days, and those that were.
 */
export const runs = {
  name: '0062-runs',
  rewrites: { table: 'tasks', secondsPer100000: 15 },
  up: `
create sequence run_versions;
create table run_schedules (
  id integer primary key generated always as identity,
  name text not null check (length(name) between 1 and 60),
  dealership text not null references dealerships on update cascade on delete cascade,
  driver_id integer references users on delete set null,
  vehicle text check (length(vehicle) between 1 and 60),
  -- One of: {"polygon": [[longitude, latitude], …]} or {"zips": ["64108", …]}.
  zone jsonb,
  ship_via text[] not null default '{}',
  -- The dealership's tasks go with it when no other rule fits.
  is_default boolean not null default false,
  order_kind text not null default 'computed' check (order_kind in ('fixed', 'computed')),
  valid_from date,
  valid_to date check (valid_to >= valid_from),
  version integer not null default nextval('run_versions'),
  changed_by integer references users on delete set null,
  changed_at timestamptz not null default now()
);
create unique index run_schedules_name on run_schedules (lower(name));
create unique index run_schedules_default on run_schedules (dealership) where is_default;
alter sequence run_versions owned by run_schedules.version;

create table run_times (
  schedule_id integer not null references run_schedules on delete cascade,
  -- 1 is Monday.
  weekday smallint not null check (weekday between 1 and 7),
  -- Minutes since midnight on the network's clocks.
  departs smallint not null check (departs between 0 and 1439),
  cutoff smallint not null check (cutoff between 0 and 1439),
  -- Working days of the schedule before the departure.
  cutoff_days_before smallint not null default 0 check (cutoff_days_before between 0 and 3),
  primary key (schedule_id, weekday, departs),
  check (cutoff_days_before > 0 or cutoff <= departs)
);

-- Standing stops.
create table run_stops (
  id integer primary key generated always as identity,
  schedule_id integer not null references run_schedules on delete cascade,
  account_id integer not null references accounts on delete cascade,
  address_id integer references account_addresses on delete set null,
  place smallint not null check (place > 0),
  visit text not null default 'when-needed' check (visit in ('always', 'when-needed')),
  -- Null: every day of the schedule.
  weekdays smallint[],
  window_from smallint check (window_from between 0 and 1439),
  window_to smallint check (window_to between 0 and 1439),
  service_minutes smallint check (service_minutes between 0 and 240)
);
create index run_stops_schedule on run_stops (schedule_id, place);
create index run_stops_account on run_stops (account_id);

create table run_exceptions (
  id integer primary key generated always as identity,
  -- Null: the day is closed for all schedules.
  schedule_id integer references run_schedules on delete cascade,
  day date not null,
  kind text not null check (kind in ('skip', 'move', 'extra', 'driver')),
  -- The planned departure; null: all of the day. An extra one has its own.
  departs smallint check (departs between 0 and 1439),
  -- The departure and cut-off that replace the planned ones.
  moved_to smallint check (moved_to between 0 and 1439),
  cutoff smallint check (cutoff between 0 and 1439),
  driver_id integer references users on delete set null,
  note text check (length(note) between 1 and 200),
  changed_by integer references users on delete set null,
  changed_at timestamptz not null default now(),
  check (schedule_id is not null or kind = 'skip')
);
create unique index run_exceptions_once on run_exceptions (coalesce(schedule_id, 0), day, kind, coalesce(departs, -1));

create table runs (
  id integer primary key generated always as identity,
  -- Null when the schedule was deleted.
  schedule_id integer references run_schedules on delete set null,
  name text not null,
  dealership text references dealerships on update cascade on delete set null,
  day date not null,
  -- The departure as planned, in minutes since midnight: a moved run keeps it.
  departs smallint not null,
  departs_at timestamptz not null,
  cutoff_at timestamptz not null,
  state text not null default 'building' check (state in ('building', 'closed', 'out', 'done', 'cancelled')),
  driver_id integer references users on delete set null,
  vehicle text,
  closed_at timestamptz,
  out_at timestamptz,
  done_at timestamptz,
  version integer not null default nextval('run_versions')
);
create unique index runs_once on runs (schedule_id, day, departs);
create index runs_day on runs (day, departs_at);
create index runs_waiting on runs (state, cutoff_at) where state in ('building', 'closed', 'out');

alter table tasks
  -- A code of the seller's system, such as UPS or NORTH.
  add column ship_via text not null default '' check (length(ship_via) <= 40),
  add column run_id integer references runs on delete set null,
  add column run_rule text check (run_rule in ('hand', 'ship-via', 'account', 'zone', 'dealership', 'standing')),
  -- The place in a closed run, from 1 on. Its tasks have no place in a route until it leaves.
  add column run_place smallint,
  add column promised_from timestamptz,
  add column promised_to timestamptz check (promised_to >= promised_from);
create index tasks_run on tasks (run_id) where run_id is not null;
-- The code is found too.
alter table tasks drop column search_key, add column search_key text not null
  generated always as (search_key(location || address || invoice_number || part_numbers || ship_via)) stored;
create index tasks_search_key on tasks using gin (search_key gin_trgm_ops);
`,
};
