/** The position of a driver's phone when the driver reported a status. It stays with the task. */
export const taps = {
  name: '0025-taps',
  up: `
-- No foreign key to tasks: they are the activity's, which stays.
create table tap_positions (
  task_id integer not null,
  -- Of the task after the report, as in task_events.
  version integer not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  accuracy real,
  at timestamptz not null,
  -- To the stop as it was known then; null when nobody knew where it was.
  metres real,
  created_at timestamptz not null default now(),
  primary key (task_id, version)
);
create index tap_positions_age on tap_positions (created_at);
`,
};
