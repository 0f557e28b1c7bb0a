/**
 * Tasks know the account that their goods go to. Older instances compare names, and keep
 * `destination_account_id` of pickups: a trigger keeps both in step, and finds the account of a task whose
 * place an older instance changes. The next release drops `destination_account_id` and the trigger.
 * Archived tasks get their account in the background (`fillAccounts`), because there may be millions.
 */
export const accountsOfTasks = {
  name: '0058-accounts-of-tasks',
  up: `
-- The account with this name. Names are not unique: the address decides, and then the account that the task
-- has now, which may have another name since. Null where that leaves several.
create function account_of(place text, street text, present integer) returns integer stable language sql as $$
  with named as materialized (
    select id, id is not distinct from present as kept, count(*) over () > 1 as is_one_of_several
    from accounts where (lower(name) = lower(place) or id = present) and deleted_at is null
  ), placed as materialized (
    -- Keys of addresses cost more than the rest.
    select id, kept, is_one_of_several and exists (
      select from account_addresses d where d.account_id = named.id
        and address_key(address_line(d.address, d.city, d.state, d.zip_code)) = address_key(street)) as here
    from named
  ), best as (
    select * from placed where here = (select bool_or(here) from placed)
  )
  select case when bool_or(kept) then present when count(*) = 1 then min(id) end from best
$$;

alter table tasks add column account_id integer references accounts on delete set null;
update tasks set account_id = case type
    when 'pickup' then destination_account_id
    when 'transfer' then account_of(transfer_destination_location, transfer_destination_address, null)
    else account_of(location, address, null) end
where not archived or completed_at > now() - interval '2 days';
create index tasks_account on tasks (account_id, archived, completed_at desc nulls first, id desc)
  where account_id is not null;
-- Only archived tasks with smaller ids have yet to get their account.
insert into settings (name, value)
select 'accounts-of-tasks', jsonb_build_object('below', max(id) + 1) from tasks where archived having max(id) is not null;

create function keep_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.account_id is null then
      new.account_id := case
        when new.type = 'pickup' then new.destination_account_id
        when new.archived then null
        when new.type = 'transfer' then account_of(new.transfer_destination_location, new.transfer_destination_address, null)
        else account_of(new.location, new.address, null) end;
    end if;
  -- Instances that know the column say so, and write what they have found.
  elsif current_setting('parts_dispatch.accounts', true) is distinct from 'known' then
    if new.type = 'pickup' then
      new.account_id := new.destination_account_id;
    elsif new.type = 'transfer' and (new.type, new.transfer_destination_location, new.transfer_destination_address)
        is distinct from (old.type, old.transfer_destination_location, old.transfer_destination_address) then
      new.account_id := account_of(new.transfer_destination_location, new.transfer_destination_address,
        case when (new.type, new.transfer_destination_location) is not distinct from
          (old.type, old.transfer_destination_location) then old.account_id end);
    elsif new.type = 'delivery' and (new.type, new.location, new.address)
        is distinct from (old.type, old.location, old.address) then
      new.account_id := account_of(new.location, new.address,
        case when (new.type, new.location) is not distinct from (old.type, old.location) then old.account_id end);
    end if;
  end if;
  new.destination_account_id := case new.type when 'pickup' then new.account_id end;
  return new;
end $$;
create trigger tasks_keep_account before insert or update of account_id, destination_account_id, type, location, address,
  transfer_destination_location, transfer_destination_address on tasks
  for each row execute function keep_account();
`,
};
