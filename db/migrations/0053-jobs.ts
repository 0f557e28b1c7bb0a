/**
 * One table for all kinds of work that goes on after the request, on any instance. Older instances still
 * write `webhook_deliveries`, `push_messages`, `messages.next_try_at` and `plans.alive_at` until they are
 * stopped: triggers turn these rows into jobs. An older instance does a job that no instance of this version
 * has done half a minute after it was due. The next release drops the triggers, both tables and
 * `messages.next_try_at`, the one after it `plans.alive_at` and `plans_running`.
 */
export const jobs = {
  name: '0053-jobs',
  up: `
-- Nothing is written between the copy and the triggers. In the order in which a change of a task writes them.
lock table webhook_deliveries, push_messages, messages, plans in share row exclusive mode;

create table jobs (
  -- Also the order in which they were asked for.
  id bigint generated always as identity primary key,
  kind text not null,
  -- The row of the kind that it is about, or a name of its own. One waits at a time.
  subject text not null,
  -- Whose it is: one whose work hangs holds up nobody else.
  lane text not null default '',
  -- Jobs of one chain run one after the other, and wait for one that is to be tried again.
  chain text,
  payload jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  attempts integer not null default 0,
  -- While it runs: the end of the lease. Null when it is over.
  run_at timestamptz default now(),
  -- The instance that runs it.
  holder uuid,
  -- From 0 to 1.
  progress real not null default 0,
  -- Somebody wants the result as it is now.
  stopped boolean not null default false,
  result jsonb,
  error text check (length(error) <= 1000),
  tried_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint jobs_open check ((state in ('waiting', 'running')) = (run_at is not null))
);
create unique index jobs_waiting on jobs (kind, subject) where state = 'waiting';
create index jobs_subject on jobs (kind, subject);
create index jobs_due on jobs (kind, lane, run_at, id) where run_at is not null;
create index jobs_chain on jobs (kind, chain, id) where run_at is not null and chain is not null;
create index jobs_latest on jobs (kind, lane, id desc);
create index jobs_age on jobs (kind, created_at);
create index jobs_failed on jobs (kind) where state = 'failed';

-- Every instance listens: it hears of a kind, and in how many milliseconds it is due, when that is committed.
create function tell_of_jobs() returns trigger language plpgsql as $$
begin
  perform pg_notify('jobs', kind || ' ' || greatest(0, ceil(extract(epoch from min(run_at) - now()) * 1000)))
  from written where tg_op = 'INSERT' and run_at is not null or state = 'waiting' and run_at <= now() group by kind;
  return null;
end $$;
create trigger jobs_written after insert on jobs referencing new table as written
  for each statement execute function tell_of_jobs();
create trigger jobs_changed after update on jobs referencing new table as written
  for each statement execute function tell_of_jobs();

insert into jobs (kind, subject, lane, chain, payload, state, attempts, run_at, result, error, tried_at, created_at, ended_at)
select 'webhook', id::text, webhook_id::text, webhook_id || ':' || task_id,
  jsonb_build_object('event', event, 'taskId', task_id, 'body', body),
  case state when 'delivered' then 'done' else state end, attempts, next_try_at,
  case when tried_at is not null then jsonb_build_object('status', status, 'answer', answer) end, error, tried_at, created_at,
  case when state <> 'waiting' then coalesce(tried_at, created_at) end
from webhook_deliveries order by place;
-- When an older instance may do it. Not before an earlier job of its chain that older instances do not know.
create function due_for_older(job jobs) returns timestamptz language sql stable as $$
  select case when exists (
      select from jobs b where b.kind = job.kind and b.chain = job.chain and b.run_at is not null and b.id < job.id
        and not exists (select from webhook_deliveries d where d.id = b.subject::uuid))
    then 'infinity' else job.run_at + interval '30 seconds' end
$$;

-- The older instance does not wait for one of this version that has the job at this moment.
create function older_claims(its_kind text, its_subject text, its_attempts integer, lease_end timestamptz)
returns boolean language plpgsql as $$
begin
  update jobs set state = 'waiting', holder = null, attempts = its_attempts, run_at = lease_end, tried_at = now()
  where id = (
    select id from jobs where kind = its_kind and subject = its_subject and run_at <= now() - interval '30 seconds'
    for update skip locked);
  return found;
end $$;

-- What becomes of jobs that older instances know as well. What an older instance does itself comes from its own triggers.
create function tell_older() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then
    return null;
  elsif tg_op = 'DELETE' then
    update messages m set next_try_at = null from changed j
    where j.kind = 'message' and m.id = j.subject::uuid and m.next_try_at is not null;
    delete from push_messages p using changed j where j.kind = 'push' and p.id::text = j.subject;
    return null;
  end if;
  update messages m set next_try_at = j.run_at + interval '30 seconds' from changed j
  where j.kind = 'message' and j.state <> 'running' and m.id = j.subject::uuid;
  if tg_op = 'UPDATE' then
    update webhook_deliveries d set state = case j.state when 'done' then 'delivered' else j.state end,
      attempts = j.attempts, next_try_at = due_for_older(j), status = (j.result ->> 'status')::integer,
      answer = j.result ->> 'answer', error = j.error, tried_at = j.tried_at
    from changed j where j.kind = 'webhook' and j.state <> 'running' and d.id = j.subject::uuid;
    update push_messages p set attempts = j.attempts, next_try_at = j.run_at + interval '30 seconds' from changed j
    where j.kind = 'push' and j.state <> 'running' and p.id::text = j.subject;
  end if;
  return null;
end $$;
create trigger jobs_written_for_older after insert on jobs referencing new table as changed
  for each statement execute function tell_older();
create trigger jobs_changed_for_older after update on jobs referencing new table as changed
  for each statement execute function tell_older();
create trigger jobs_deleted_for_older after delete on jobs referencing old table as changed
  for each statement execute function tell_older();

update webhook_deliveries set next_try_at = next_try_at + interval '30 seconds' where state = 'waiting';

create function deliveries_of_older() returns trigger language plpgsql as $$
declare
  job jobs;
begin
  if pg_trigger_depth() > 1 then
    return new;
  elsif tg_op = 'INSERT' then
    if new.state = 'waiting' then
      insert into jobs (kind, subject, lane, chain, payload, run_at)
      values ('webhook', new.id, new.webhook_id, new.webhook_id || ':' || new.task_id,
        jsonb_build_object('event', new.event, 'taskId', new.task_id, 'body', new.body), new.next_try_at) returning * into job;
      new.next_try_at := due_for_older(job);
    end if;
    return new;
  elsif old.state = 'waiting' and new.attempts > old.attempts then
    if older_claims('webhook', new.id::text, new.attempts, new.next_try_at) then
      return new;
    end if;
    return null;
  elsif new.state = 'waiting' then
    -- It is to be tried again, or an admin sends it again.
    update jobs set state = 'waiting', attempts = new.attempts, run_at = new.next_try_at, ended_at = null, error = new.error
    where kind = 'webhook' and subject = new.id::text and state <> 'running' returning * into job;
    new.next_try_at := coalesce(due_for_older(job), now() + interval '30 seconds');
  elsif old.state = 'waiting' then
    -- It was being sent. Not when an instance of this version sends it by now.
    update jobs set state = case new.state when 'delivered' then 'done' else new.state end, attempts = new.attempts,
      run_at = null, ended_at = now(), result = jsonb_build_object('status', new.status, 'answer', new.answer),
      error = new.error
    where kind = 'webhook' and subject = new.id::text and state = 'waiting';
    with next as (
      update jobs set run_at = least(run_at, now()) where id = (
        select min(id) from jobs where kind = 'webhook' and chain = new.webhook_id || ':' || new.task_id
          and run_at is not null)
        and state = 'waiting' and attempts = 0 returning *
    )
    update webhook_deliveries d set next_try_at = n.run_at + interval '30 seconds' from next n where d.id = n.subject::uuid;
  end if;
  return new;
end $$;
create trigger deliveries_of_older before insert or update on webhook_deliveries
  for each row execute function deliveries_of_older();

insert into jobs (kind, subject, lane, payload, attempts, run_at)
select 'push', id::text, user_id::text,
  jsonb_build_object('subscriptionId', subscription_id, 'counts', counts, 'taskId', task_id, 'staleAt', stale_at),
  attempts, next_try_at
from push_messages where next_try_at is not null order by id;
update push_messages set next_try_at = next_try_at + interval '30 seconds';

create function pushes_of_older() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if pg_trigger_depth() = 1 then
      delete from jobs where kind = 'push' and subject = old.id::text and state = 'waiting';
    end if;
    return old;
  elsif pg_trigger_depth() > 1 then
    return new;
  elsif tg_op = 'INSERT' then
    insert into jobs (kind, subject, lane, payload, run_at) values ('push', new.id, new.user_id, jsonb_build_object(
      'subscriptionId', new.subscription_id, 'counts', new.counts, 'taskId', new.task_id, 'staleAt', new.stale_at),
      new.next_try_at);
  elsif new.attempts > old.attempts then
    if older_claims('push', new.id::text, new.attempts, new.next_try_at) then
      return new;
    end if;
    return null;
  else
    update jobs set attempts = new.attempts, run_at = new.next_try_at
    where kind = 'push' and subject = new.id::text and state = 'waiting';
  end if;
  new.next_try_at := new.next_try_at + interval '30 seconds';
  return new;
end $$;
create trigger pushes_of_older before insert or update or delete on push_messages
  for each row execute function pushes_of_older();

alter table messages drop constraint messages_waits, alter column next_try_at drop default;
drop index messages_due;
insert into jobs (kind, subject, lane, attempts, run_at)
select 'message', id::text, channel, attempts, next_try_at from messages where state = 'waiting' order by place;

-- Only older instances write next_try_at.
create function messages_of_older() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 or tg_op = 'UPDATE' and new.next_try_at is not distinct from old.next_try_at then
    return new;
  elsif new.next_try_at is null then
    delete from jobs where kind = 'message' and subject = new.id::text and state = 'waiting';
    return new;
  elsif tg_op = 'UPDATE' and old.state = 'waiting' and new.attempts > old.attempts then
    if older_claims('message', new.id::text, new.attempts, new.next_try_at) then
      return new;
    end if;
    return null;
  end if;
  update jobs set attempts = new.attempts, run_at = new.next_try_at
  where kind = 'message' and subject = new.id::text and state = 'waiting';
  if not found then
    insert into jobs (kind, subject, lane, run_at) select 'message', new.id, new.channel, new.next_try_at
    where not exists (select from jobs where kind = 'message' and subject = new.id::text and state = 'running');
  end if;
  new.next_try_at := new.next_try_at + interval '30 seconds';
  return new;
end $$;
create trigger messages_of_older before insert or update on messages
  for each row execute function messages_of_older();

insert into jobs (kind, subject, chain, payload) select 'plan', id::text, 'plan', request
from plans where status = 'waiting' order by id;
-- Older instances take a plan whose instance has not told them that it is alive for one that nobody makes.
alter table plans alter column alive_at set default 'infinity';

create function plans_of_older() returns trigger language plpgsql as $$
begin
  if old.status = 'waiting' and new.status = 'running' and new.alive_at = old.alive_at
    or old.status = 'running' and old.alive_at = 'infinity' then
    new.alive_at := 'infinity';
  end if;
  if new.stopped and not old.stopped then
    update jobs set stopped = true where kind = 'plan' and subject = new.id::text and run_at is not null and not stopped;
  end if;
  return new;
end $$;
create trigger plans_of_older before update on plans for each row execute function plans_of_older();

-- Other work is done in rounds, which are told as well.
create function tell_of_queue() returns trigger language plpgsql as $$
begin
  perform pg_notify('jobs', tg_argv[0] || ' ' || greatest(0, ceil(extract(epoch from min(next_try_at) - now()) * 1000)))
  from written having min(next_try_at) is not null;
  return null;
end $$;
create trigger geocode_queue_written after insert on geocode_queue referencing new table as written
  for each statement execute function tell_of_queue('rounds/geocoding');
create trigger geocode_queue_changed after update on geocode_queue referencing new table as written
  for each statement execute function tell_of_queue('rounds/geocoding');
create trigger backups_written after insert on backups referencing new table as written
  for each statement execute function tell_of_queue('rounds/backups');
create trigger backups_changed after update on backups referencing new table as written
  for each statement execute function tell_of_queue('rounds/backups');
create function tell_of_rows() returns trigger language plpgsql as $$
begin
  perform pg_notify('jobs', tg_argv[0] || ' 0');
  return null;
end $$;
create trigger account_imports_written after insert on account_imports
  for each statement execute function tell_of_rows('rounds/importing');
create trigger push_events_written after insert on push_events
  for each statement execute function tell_of_rows('rounds/push');
`,
};
