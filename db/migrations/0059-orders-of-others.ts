/** The number under which another system knows the order that became a task. A number may be used again later. */
export const ordersOfOthers = {
  name: '0059-orders-of-others',
  up: `
alter table tasks add column external_ref text check (length(external_ref) between 1 and 100);
create unique index tasks_external_ref on tasks (external_ref, coalesce(dealership, ''))
  where external_ref is not null and not archived;
`,
};
