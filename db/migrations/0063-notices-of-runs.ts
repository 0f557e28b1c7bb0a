/** A driver is told of what was added to a run after its cut-off. */
export const noticesOfRuns = {
  name: '0063-notices-of-runs',
  up: `
alter table driver_notices drop constraint driver_notices_kind_check,
  add constraint driver_notices_kind_check check (
    kind in ('changed', 'removed', 'completed', 'stopped', 'ready', 'urgent', 'planned', 'unplanned', 'added'));
`,
};
