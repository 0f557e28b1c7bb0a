/** Documents of other systems, and what a network was taught about them. */
export const intake = {
  name: '0066-intake',
  up: `
create table intake_sources (
  id integer generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 200),
  -- Orders are made as this person, for their first dealership.
  user_id integer not null references users (id),
  is_on boolean not null default false,
  last_at timestamptz,
  created_at timestamptz not null default now()
);

create table intake_layouts (
  id integer generated always as identity primary key,
  source_id integer not null references intake_sources (id),
  name text not null check (length(name) between 1 and 200),
  layout jsonb not null,
  created_at timestamptz not null default now()
);
create index intake_layouts_source on intake_layouts (source_id);

create table intake_documents (
  id integer generated always as identity primary key,
  source_id integer not null references intake_sources (id),
  -- The same bytes are one document.
  sha256 bytea not null check (length(sha256) = 32),
  state text not null default 'new' check (state in ('new', 'waiting', 'made', 'ignored')),
  -- Why it waits for a person.
  reason text,
  pages integer,
  layout_id integer references intake_layouts (id) on delete set null,
  kind text not null default 'order' check (kind in ('order', 'void', 'return', 'ignored')),
  fields jsonb not null default '{}',
  lines jsonb,
  -- Values that are looked for.
  reference text,
  customer text,
  task_id integer,
  received_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by integer references users (id),
  unique (source_id, sha256)
);
create index intake_documents_open on intake_documents (source_id, state, id);
create index intake_documents_reference on intake_documents (source_id, reference) where reference is not null;

-- Apart, because it goes earlier.
create table intake_contents (
  document_id integer primary key references intake_documents (id) on delete cascade,
  bytes bytea not null,
  -- [page, x, y, width, text]; null until it is read.
  words jsonb
);

-- An answer is never asked again.
create table intake_customers (
  source_id integer not null references intake_sources (id),
  number text not null check (length(number) between 1 and 100),
  account_id integer not null references accounts (id),
  -- As it was printed.
  name text not null,
  primary key (source_id, number)
);
create index intake_customers_account on intake_customers (account_id);
`,
};
