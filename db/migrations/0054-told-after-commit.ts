/**
 * Task writes tell of their background work after the commit. A trigger that notifies within the commit makes
 * all commits of the server wait for each other. Older instances do not set the setting.
 */
export const toldAfterCommit = {
  name: '0054-told-after-commit',
  up: `
create function notifies_in_commit() returns boolean language sql stable as $$
  select current_setting('parts_dispatch.notify', true) is distinct from 'after commit'
$$;
create or replace function tell_of_jobs() returns trigger language plpgsql as $$
begin
  if not notifies_in_commit() then
    return null;
  end if;
  perform pg_notify('jobs', kind || ' ' || greatest(0, ceil(extract(epoch from min(run_at) - now()) * 1000)))
  from written where tg_op = 'INSERT' and run_at is not null or state = 'waiting' and run_at <= now() group by kind;
  return null;
end $$;
-- A statement that inserts no row tells nothing.
create or replace function tell_of_rows() returns trigger language plpgsql as $$
begin
  if notifies_in_commit() and exists (select from written) then
    perform pg_notify('jobs', tg_argv[0] || ' 0');
  end if;
  return null;
end $$;
drop trigger account_imports_written on account_imports;
create trigger account_imports_written after insert on account_imports referencing new table as written
  for each statement execute function tell_of_rows('rounds/importing');
drop trigger push_events_written on push_events;
create trigger push_events_written after insert on push_events referencing new table as written
  for each statement execute function tell_of_rows('rounds/push');
`,
};
