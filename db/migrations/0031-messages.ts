/** Messages to customers about their deliveries, and contacts who want none. */
export const messages = {
  name: '0031-messages',
  up: `
-- Written in the transaction of the cause, and sent after it. One for each stop, contact, event and channel.
create table messages (
  -- Also the email's Message-ID.
  id uuid primary key default gen_random_uuid(),
  -- In the order of the causes.
  place bigint generated always as identity,
  -- What a contact was told goes with the contact.
  contact_id integer not null references account_contacts on delete cascade,
  event text not null,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  -- The stop: whose it was, and where.
  driver_id integer,
  stop_key text not null,
  -- As it was sent, to the letter; null before the first try.
  subject text,
  body text,
  -- unknown: handed over without an answer, so it may have arrived; nobody sends it again by itself.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'unknown', 'skipped')),
  attempts integer not null default 0,
  -- While it is sent: the end of the lease. Null when it is over.
  next_try_at timestamptz default now(),
  -- Since then the provider may have it.
  handed_over_at timestamptz,
  sent_at timestamptz,
  error text check (length(error) <= 500),
  created_at timestamptz not null default now(),
  constraint messages_waits check ((state = 'waiting') = (next_try_at is not null))
);
create index messages_due on messages (channel, next_try_at) where state = 'waiting';
create index messages_stop on messages (contact_id, event, channel, created_at);
create index messages_place on messages (place desc);
create index messages_age on messages (created_at);

-- The tasks of a message. A contact hears of an event of a task once; after a failed attempt, once more.
create table message_tasks (
  task_id integer not null,
  attempt integer not null,
  event text not null,
  channel text not null,
  contact_id integer not null,
  message_id uuid not null references messages on delete cascade,
  primary key (task_id, attempt, event, channel, contact_id)
);
create index message_tasks_message on message_tasks (message_id);

-- Numbers that answered STOP: also a contact that is made anew gets no text messages.
create table stopped_numbers (
  phone text primary key,
  stopped_at timestamptz not null default now()
);

-- A link shows one task, or the deliveries of an account. Without somebody who made it, it was made for a message.
alter table proof_links
  alter column created_by drop not null,
  alter column task_id drop not null,
  add column account_id integer references accounts on delete cascade,
  add constraint proof_links_one check (num_nonnulls(task_id, account_id) = 1);
create index proof_links_account on proof_links (account_id) where account_id is not null;
`,
};
