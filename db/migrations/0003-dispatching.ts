/** Data for dispatchers beyond the tasks themselves: undo, "seen", and search. */
export const dispatching = {
  name: '0003-dispatching',
  up: `
-- When the driver's phone first showed the task to the driver it belongs to.
alter table tasks add column seen_at timestamptz;

create extension if not exists pg_trgm;
alter table tasks add column search_text text not null
  generated always as (lower(location || ' ' || address || ' ' || invoice_number || ' ' || part_numbers)) stored;
create index tasks_search on tasks using gin (search_text gin_trgm_ops);
create index tasks_latest on tasks (archived, completed_at desc nulls first, id desc);
create index tasks_archived_by_driver on tasks (driver_id, completed_at desc) where archived;

-- One act that may be taken back for a while: the events it made say what it changed; routes are kept whole,
-- [[driver, ids before, ids after], …], as a place in an order means nothing without its neighbours.
create table undos (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users on delete cascade,
  event_ids bigint[] not null check (cardinality(event_ids) > 0),
  routes jsonb not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index undos_user on undos (user_id);
create index undos_age on undos (created_at);

-- Signatures of deleted tasks, for as long as the deletion may be taken back.
create table deleted_signatures (
  task_id integer primary key,
  image bytea not null,
  media_type text not null,
  signed_by text,
  typed boolean not null,
  created_at timestamptz not null,
  deleted_at timestamptz not null default now()
);
create index deleted_signatures_age on deleted_signatures (deleted_at);
`,
};
