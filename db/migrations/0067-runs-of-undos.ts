/** An act that changes runs can be undone with them. */
export const runsOfUndos = {
  name: '0067-runs-of-undos',
  up: `
-- [{before: the row before the act, state, driver: after it}, …]
alter table undos add column runs jsonb not null default '[]';
`,
};
