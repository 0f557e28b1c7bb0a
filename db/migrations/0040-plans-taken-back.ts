/** The changes that an undo of a plan has taken back, and the notices of the plan to drivers. */
export const plansTakenBack = {
  name: '0040-plans-taken-back',
  up: `
alter table plans
  -- As it was answered: asked again, it is the same.
  add taken_back jsonb;

alter table driver_notices
  -- The plan that it tells of.
  add plan_id integer references plans on delete set null,
  drop constraint driver_notices_kind_check,
  add constraint driver_notices_kind_check
    check (kind in ('changed', 'removed', 'completed', 'stopped', 'ready', 'urgent', 'planned', 'unplanned'));
create index driver_notices_plan on driver_notices (plan_id) where plan_id is not null;
`,
};
