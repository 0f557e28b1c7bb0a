/** The state of a task before a change, so that unread notices can be compared with the list as it is. */
export const noticesOfTasks = {
  name: '0049-notices-of-tasks',
  up: `
alter table driver_notices
  -- Not a reference: the notice of a deleted task stays, and an undone deletion makes the same task again.
  add task_id integer,
  -- Null in a line that is no task's, and of an older version.
  add change jsonb;
`,
};
