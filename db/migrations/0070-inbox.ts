/** Customer numbers with addresses, and what tells people of documents that wait. */
export const inbox = {
  name: '0070-inbox',
  up: `
-- A number may be printed with several addresses, each with its answer.
alter table intake_customers
  drop constraint intake_customers_pkey,
  add column id integer generated always as identity primary key,
  -- As it was printed; empty where no address was read.
  add column address text not null default '',
  -- The address to which goods go: one of the account's, or a text; without both, the account's default one. Without
  -- its address an answer is none.
  add column address_id integer references account_addresses (id) on delete cascade,
  add column goes_to text not null default '';
create unique index intake_customers_number on intake_customers (source_id, number, address_key(address));
create index intake_customers_address on intake_customers (address_id) where address_id is not null;

create index intake_documents_state on intake_documents (state, id);
create index intake_documents_source on intake_documents (source_id, id);
create index intake_documents_decided on intake_documents (decided_at) where decided_at is not null;

-- Documents come to wait, and cease to, at the pace of people, so that NOTIFY may be a part of the commit.
create function tell_inbox() returns trigger language plpgsql as $body$
begin
  perform pg_notify('inbox', '');
  return null;
end
$body$;
create trigger intake_documents_tell after update of state on intake_documents
  for each row when ((old.state = 'waiting') <> (new.state = 'waiting')) execute function tell_inbox();

alter table webhooks drop constraint webhooks_events_check, add constraint webhooks_events_check check (
  events <@ array['task.created', 'task.updated', 'task.completed', 'stop.arrived', 'eta.changed',
      'run.closed', 'run.out', 'run.done', 'order.held']
    and cardinality(events) > 0);
`,
};
