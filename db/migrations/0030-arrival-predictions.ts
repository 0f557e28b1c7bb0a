/** Predicted arrivals, and the actual ones. */
export const arrivalPredictions = {
  name: '0030-arrival-predictions',
  up: `
create table arrival_predictions (
  -- The first task of the stop.
  task_id integer not null references tasks on delete cascade,
  -- Minutes from the prediction to the arrival that it names, at most: 60, 30, 15, 10, 6, 3.
  ahead smallint not null,
  predicted_at timestamptz not null default now(),
  expected_at timestamptz not null,
  earliest_at timestamptz not null,
  latest_at timestamptz not null,
  -- Seconds by which it was expected to be wrong.
  deviation real not null check (deviation > 0),
  -- When a position said so; null as long as none has.
  arrived_at timestamptz,
  primary key (task_id, ahead)
);
create index arrival_predictions_arrived on arrival_predictions (arrived_at) where arrived_at is not null;
create index arrival_predictions_age on arrival_predictions (predicted_at);

-- One instance after the other makes a round.
create table arrival_rounds (
  is_only boolean primary key default true check (is_only),
  begun_at timestamptz not null
);
insert into arrival_rounds (begun_at) values ('-infinity');

-- What webhooks were told last of a stop's first task, or what they begin with.
create table told_arrivals (
  task_id integer primary key references tasks on delete cascade,
  expected_at timestamptz not null
);

alter table webhooks drop constraint webhooks_events_check;
alter table webhooks add constraint webhooks_events_check check (
  events <@ array['task.created', 'task.updated', 'task.completed', 'stop.arrived', 'eta.changed']
  and cardinality(events) > 0);
`,
};
