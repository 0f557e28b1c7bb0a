/** Files of users, accounts, tasks and shifts from other programs, and their rows until they are made. */
export const moveIns = {
  name: '0071-move-ins',
  up: `
create table move_ins (
  id integer generated always as identity primary key,
  owner_id integer not null references users (id),
  kind text not null check (kind in ('users', 'accounts', 'tasks', 'shifts')),
  file_name text not null,
  header text[] not null,
  -- The field that each column is; empty for one that is left out. The next file with this header has the same.
  columns text[] not null,
  options jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'running', 'done', 'failed')),
  error text,
  row_count integer not null,
  made integer not null default 0,
  known integer not null default 0,
  rejected integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index move_ins_owner on move_ins (owner_id, id);
create index move_ins_kind on move_ins (kind, id);

create table move_in_rows (
  move_in_id integer not null references move_ins (id) on delete cascade,
  line integer not null,
  -- Empty after the row is made.
  cells text[] not null,
  state text not null default 'open' check (state in ('open', 'done', 'rejected')),
  error text,
  -- The hash of a task's order number, or of all its values: the same row makes no second task.
  key bytea,
  created_at timestamptz not null default now(),
  primary key (move_in_id, line)
);
create index move_in_rows_open on move_in_rows (move_in_id, line) where state <> 'done';
create unique index move_in_rows_key on move_in_rows (key) where key is not null;
`,
};
