/** Whether an applied plan has been undone. */
export const undonePlans = {
  name: '0037-undone-plans',
  up: `
alter table plans
  -- What takes it back; the row of that is deleted sooner than the plan.
  add undo_id uuid,
  add undone_at timestamptz;
create index plans_undo on plans (undo_id) where undo_id is not null;
`,
};
