/** The time zone in which the archive's days are counted, so that a change of the setting is noticed. */
export const archiveClock = {
  name: '0012-archive-clock',
  up: `
create table archive_clock (
  is_only boolean primary key default true check (is_only),
  -- Empty: never counted by a build that knew of this.
  time_zone text not null
);
insert into archive_clock (time_zone) values ('');
`,
};
