/** An unread line about a task is found without reading all notices of its driver. */
export const noticesByTask = {
  name: '0074-notices-by-task',
  up: `
create index driver_notices_task on driver_notices (driver_id, task_id) where task_id is not null;
`,
};
