/**
 * The account that a link to one task was made for: when the task goes to another customer instead, the link
 * shows nothing.
 */
export const linksOfCustomers = {
  name: '0041-links-of-customers',
  up: `
-- The account where there was exactly one. Without a foreign key: a link stays when its account is deleted.
alter table proof_links add column location text, add column for_account integer;
update proof_links l set location = t.location from tasks t where t.id = l.task_id;
`,
};
