/** The progress of a backup, from 0 to 1, for the page that shows it. */
export const backupProgress = {
  name: '0060-backup-progress',
  up: `
alter table backups add progress double precision not null default 0;
`,
};
