/** Sources have a kind, which says how their documents come, and settings of that kind. */
export const waysIn = {
  name: '0068-ways-in',
  up: `
alter table intake_sources
  add column kind text not null default 'api' check (kind in ('api', 'port', 'folder', 'mail')),
  add column settings jsonb not null default '{}',
  -- Sealed with a key of SESSION_SECRET.
  add column secret bytea,
  add column last_error text,
  add column last_error_at timestamptz;

-- What the port for printers has taken and the real printer has not got yet.
create table intake_copies (
  id integer generated always as identity primary key,
  source_id integer not null references intake_sources (id),
  bytes bytea not null,
  received_at timestamptz not null default now()
);
create index intake_copies_source on intake_copies (source_id);
`,
};
