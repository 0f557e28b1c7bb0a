/** Folders and mailboxes can fail for a while, and refuse what they get. */
export const foldersAndMailboxes = {
  name: '0069-folders-and-mailboxes',
  up: `
alter table intake_sources
  -- Since when no documents can come.
  add column failing_since timestamptz,
  -- Files and messages that were not taken.
  add column refused integer not null default 0;
`,
};
