/** The time when a delivery is due at its place, and the time of day by which an account wants its parts. */
export const deliverBy = {
  name: '0027-deliver-by',
  up: `
alter table tasks add column deliver_by timestamptz;
-- A time of business clocks, such as 16:00; empty for none.
alter table accounts add column deliver_by text not null default ''
  check (deliver_by = '' or deliver_by ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
`,
};
