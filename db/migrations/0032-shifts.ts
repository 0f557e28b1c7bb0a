/** The working hours of drivers: a shift for each driver and day. */
export const shifts = {
  name: '0032-shifts',
  up: `
-- Never the same twice, also for a shift that was removed and entered again.
create sequence shift_versions as integer;
create table shifts (
  driver_id integer not null references users on delete cascade,
  day date not null,
  -- Minutes since midnight on the network's clocks. An end past midnight is more than 1,440.
  starts smallint not null check (starts between 0 and 1439),
  ends smallint not null check (ends > starts and ends <= starts + 960),
  break_minutes smallint not null default 0 check (break_minutes between 0 and 480 and break_minutes < ends - starts),
  break_from smallint check (break_from >= starts and break_from + break_minutes <= ends),
  start_place text references dealerships on update cascade on delete set null,
  end_place text references dealerships on update cascade on delete set null,
  version integer not null default nextval('shift_versions'),
  changed_by integer references users on delete set null,
  changed_at timestamptz not null default now(),
  primary key (driver_id, day)
);
create index shifts_day on shifts (day);
alter sequence shift_versions owned by shifts.version;
`,
};
