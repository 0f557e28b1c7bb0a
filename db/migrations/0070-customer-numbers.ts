/** A customer number may be printed with several addresses, each with its answer. */
export const customerNumbers = {
  name: '0070-customer-numbers',
  up: `
alter table intake_customers
  drop constraint intake_customers_pkey,
  add column id integer generated always as identity primary key,
  -- As it was printed; empty where no address was read.
  add column address text not null default '',
  -- The address to which goods go: one of the account's, or a text; without both, the account's default one.
  add column address_id integer references account_addresses (id) on delete set null,
  add column goes_to text not null default '';
create unique index intake_customers_number on intake_customers (source_id, number, address_key(address));
create index intake_customers_address on intake_customers (address_id) where address_id is not null;
`,
};
