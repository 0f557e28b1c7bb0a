/** Facts about tasks that plans need. */
export const taskNeeds = {
  name: '0035-task-needs',
  up: `
alter table tasks
  add column deliver_after timestamptz,
  -- In units of the capacity of vehicles.
  add column size integer check (size >= 0),
  add column service_minutes integer check (service_minutes >= 0),
  add column skills text[] not null default '{}';
`,
};
