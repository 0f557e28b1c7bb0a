/** Daily figures that reports add up, so that a report on a year reads its days and not its tasks. */
export const figures = {
  name: '0011-figures',
  up: `
-- Counted when a report first asks for the day, and anew when its version is no longer that of the day's summary.
create table archive_figures (
  date date primary key,
  version text not null,
  -- By the driver's id, '0' for none: { completed, due, onTime, minutes: [from setting out to completion, …] }.
  drivers jsonb not null check (jsonb_typeof(drivers) = 'object')
);
`,
};
