/** Services that do not work: one row for each until it works again. */
export const serviceOutages = {
  name: '0046-service-outages',
  up: `
create table service_outages (
  service text primary key,
  error text not null,
  since timestamptz not null default now(),
  -- The latest failure.
  failed_at timestamptz not null default now()
);`,
};
