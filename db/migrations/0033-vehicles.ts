/** Facts about drivers that plans need. */
export const vehicles = {
  name: '0033-vehicles',
  up: `
alter table users add column vehicle text not null default '',
  -- In units of the size of tasks; null: enough for everything.
  add column capacity integer check (capacity >= 0),
  add column skills text[] not null default '{}';
`,
};
