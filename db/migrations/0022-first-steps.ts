/**
 * The first admin comes in with a code from the log of the start, and every driver with a link that signs in
 * once.
 */
export const firstSteps = {
  name: '0022-first-steps',
  up: `
-- SHA-256 of codes that instances have printed. Each of them counts until there is an admin.
create table setup_codes (
  code_hash bytea primary key check (length(code_hash) = 32),
  created_at timestamptz not null default now()
);

-- One for each user: another one takes its place.
create table sign_in_links (
  user_id integer primary key references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
`,
};
