-- Extensions

create extension if not exists pg_trgm;

-- Functions

-- The account with this name, at this address if several have it; null where that leaves several.
CREATE OR REPLACE FUNCTION account_of(place text, street text, present integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

-- A key that is the same for every spelling of an account at an address.
CREATE OR REPLACE FUNCTION account_place_key(name text, address text, city text, state text, zip_code text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (md5(((regexp_replace(lower(name), '\s+'::text, ''::text, 'g'::text) || '|'::text) || regexp_replace(lower((((short_street_words(address) || city) || state) || zip_code)), '[\s,.]+'::text, ''::text, 'g'::text))))::uuid;

-- A key that is the same for every spelling of an address.
CREATE OR REPLACE FUNCTION address_key(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN TRIM(BOTH FROM regexp_replace(regexp_replace(regexp_replace(lower(askable_address(address)), '[.''’]'::text, ''::text, 'g'::text), '-(?!\d)|(?<!\d)-'::text, ' '::text, 'g'::text), '[\s,;:()/"#&]+'::text, ' '::text, 'g'::text));

-- The address in one line.
CREATE OR REPLACE FUNCTION address_line(address text, city text, state text, zip_code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN askable_address(((((((address || ', '::text) || city) || ', '::text) || state) || ' '::text) || zip_code));

-- The address without unit and country, as providers are asked.
CREATE OR REPLACE FUNCTION askable_address(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN TRIM(BOTH ' ,'::text FROM regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(address, '\s+'::text, ' '::text, 'g'::text), '\m(\d{5})-\d{4}\M'::text, '\1'::text, 'g'::text), '[ ,]+(usa|u\.s\.a\.|united states( of america)?)[ ,.]*$'::text, ''::text, 'i'::text), ',? *\m(suite|ste|unit|apt|apartment|room|rm)\M\.? *#? *(\w*\d[\w-]*|[a-z])\M'::text, ''::text, 'gi'::text), '(?<!\m(county|co|state) (road|rd)\.? *|\m(route|rte|hwy|highway|cr)\.? *),? *# *[\w-]+'::text, ''::text, 'gi'::text), ' *,[ ,]*'::text, ', '::text, 'g'::text));

-- Keeps jobs like the deliveries that an instance of an older version writes.
CREATE OR REPLACE FUNCTION deliveries_of_older()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

-- When an instance of an older version may do the job.
CREATE OR REPLACE FUNCTION due_for_older(job jobs)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case when exists (
      select from jobs b where b.kind = job.kind and b.chain = job.chain and b.run_at is not null and b.id < job.id
        and not exists (select from webhook_deliveries d where d.id = b.subject::uuid))
    then 'infinity' else job.run_at + interval '30 seconds' end
$function$;

-- Writes the account of a task, also for instances of an older version.
CREATE OR REPLACE FUNCTION keep_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

-- Keeps jobs like the messages that an instance of an older version writes.
CREATE OR REPLACE FUNCTION messages_of_older()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

-- The words of a name, in the form in which they are searched.
CREATE OR REPLACE FUNCTION name_words(name text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN to_tsvector('simple'::regconfig, regexp_replace(name, '[^[:alnum:]]+'::text, ' '::text, 'g'::text));

-- Whether triggers tell of written rows; otherwise the writer tells after the commit.
CREATE OR REPLACE FUNCTION notifies_in_commit()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select current_setting('parts_dispatch.notify', true) is distinct from 'after commit'
$function$;

-- Claims the job for an instance of an older version.
CREATE OR REPLACE FUNCTION older_claims(its_kind text, its_subject text, its_attempts integer, lease_end timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  update jobs set state = 'waiting', holder = null, attempts = its_attempts, run_at = lease_end, tried_at = now()
  where id = (
    select id from jobs where kind = its_kind and subject = its_subject and run_at <= now() - interval '30 seconds'
    for update skip locked);
  return found;
end $function$;

-- A key that is the same for every spelling of an address in parts.
CREATE OR REPLACE FUNCTION place_key(address text, city text, state text, zip_code text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (md5(regexp_replace(lower((((short_street_words(address) || city) || state) || zip_code)), '[\s,.]+'::text, ''::text, 'g'::text)))::uuid;

-- Lets an instance of an older version run and stop plans.
CREATE OR REPLACE FUNCTION plans_of_older()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status = 'waiting' and new.status = 'running' and new.alive_at = old.alive_at
    or old.status = 'running' and old.alive_at = 'infinity' then
    new.alive_at := 'infinity';
  end if;
  if new.stopped and not old.stopped then
    update jobs set stopped = true where kind = 'plan' and subject = new.id::text and run_at is not null and not stopped;
  end if;
  return new;
end $function$;

-- Keeps jobs like the notifications that an instance of an older version writes.
CREATE OR REPLACE FUNCTION pushes_of_older()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

-- Refuses an account with addresses of which none is the default.
CREATE OR REPLACE FUNCTION require_default_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  concerned integer;
begin
  foreach concerned in array array_remove(array[old.account_id, new.account_id], null) loop
    perform from accounts where id = concerned for no key update;
    if exists (select from account_addresses where account_id = concerned)
      and not exists (select from account_addresses where account_id = concerned and is_default) then
      raise exception 'account % has addresses and no default', concerned using errcode = 'check_violation';
    end if;
  end loop;
  return null;
end $function$;

-- Words without spaces and signs, in the form in which they are searched.
CREATE OR REPLACE FUNCTION search_key(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(lower(words), ' 	
 !"#$%&''()*+,-./:;<=>?@[\]^_`{|}~–—‘’“”'::text, ''::text);

-- An address with the short words of streets.
CREATE OR REPLACE FUNCTION short_street_words(address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  pair text[];
begin
  if address !~* '\m(street|avenue|boulevard|drive|road|lane|court|place|terrace|circle|highway|parkway|square|trail|suite|(north|south)(east|west)?|east|west)\M' then
    return address;
  end if;
  foreach pair slice 1 in array array[
    ['street', 'st'], ['avenue', 'ave'], ['boulevard', 'blvd'], ['drive', 'dr'], ['road', 'rd'], ['lane', 'ln'],
    ['court', 'ct'], ['place', 'pl'], ['terrace', 'ter'], ['circle', 'cir'], ['highway', 'hwy'], ['parkway', 'pkwy'],
    ['square', 'sq'], ['trail', 'trl'], ['suite', 'ste'],
    ['north', 'n'], ['south', 's'], ['east', 'e'], ['west', 'w'],
    ['northeast', 'ne'], ['northwest', 'nw'], ['southeast', 'se'], ['southwest', 'sw']]
  loop
    address := regexp_replace(address, '\m' || pair[1] || '\M', pair[2], 'gi');
  end loop;
  return address;
end $function$;

-- Tells all instances that the inbox has changed.
CREATE OR REPLACE FUNCTION tell_inbox()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('inbox', '');
  return null;
end
$function$;

-- Tells all instances of jobs that wait.
CREATE OR REPLACE FUNCTION tell_of_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not notifies_in_commit() then
    return null;
  end if;
  perform pg_notify('jobs', kind || ' ' || greatest(0, ceil(extract(epoch from min(run_at) - now()) * 1000)))
  from written where tg_op = 'INSERT' and run_at is not null or state = 'waiting' and run_at <= now() group by kind;
  return null;
end $function$;

-- Tells all instances of rows that wait in a queue.
CREATE OR REPLACE FUNCTION tell_of_queue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('jobs', tg_argv[0] || ' ' || greatest(0, ceil(extract(epoch from min(next_try_at) - now()) * 1000)))
  from written having min(next_try_at) is not null;
  return null;
end $function$;

-- Tells all instances of new rows.
CREATE OR REPLACE FUNCTION tell_of_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if notifies_in_commit() and exists (select from written) then
    perform pg_notify('jobs', tg_argv[0] || ' 0');
  end if;
  return null;
end $function$;

-- Tells instances of an older version of their jobs.
CREATE OR REPLACE FUNCTION tell_older()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

-- Tables

-- Addresses of accounts; one of each account is its default address.
create table account_addresses (
  id integer generated by default as identity not null,
  account_id integer not null,
  name text not null,
  address text not null,
  city text default ''::text not null,
  state text default ''::text not null,
  zip_code text default ''::text not null,
  is_default boolean default false not null,
  latitude numeric(10,8),
  longitude numeric(11,8),
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  geo_precision text,
  version integer default 1 not null,
  instructions text default ''::text not null,
  constraint account_addresses_pkey PRIMARY KEY (id),
  constraint account_addresses_address_check CHECK (((length(address) >= 1) AND (length(address) <= 500))),
  constraint account_addresses_city_check CHECK ((length(city) <= 200)),
  constraint account_addresses_geo_precision_check CHECK ((geo_precision = ANY (ARRAY['exact'::text, 'interpolated'::text, 'street'::text, 'approximate'::text, 'doubtful'::text, 'manual'::text]))),
  constraint account_addresses_latitude_check CHECK (((latitude >= ('-90'::integer)::numeric) AND (latitude <= (90)::numeric))),
  constraint account_addresses_longitude_check CHECK (((longitude >= ('-180'::integer)::numeric) AND (longitude <= (180)::numeric))),
  constraint account_addresses_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint account_addresses_state_check CHECK ((length(state) <= 50)),
  constraint account_addresses_zip_code_check CHECK ((length(zip_code) <= 20))
);

-- People at accounts who get messages, and what they agreed to.
create table account_contacts (
  id integer generated by default as identity not null,
  account_id integer not null,
  name text not null,
  email text default ''::text not null,
  phone text default ''::text not null,
  channels text[] default '{}'::text[] not null,
  consent_on date,
  consent_source text default ''::text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  language text,
  constraint account_contacts_pkey PRIMARY KEY (id),
  constraint account_contacts_channels_check CHECK ((channels <@ ARRAY['email'::text, 'sms'::text])),
  constraint account_contacts_check CHECK (((NOT ('email'::text = ANY (channels))) OR (email <> ''::text))),
  constraint account_contacts_check1 CHECK (((NOT ('sms'::text = ANY (channels))) OR (phone <> ''::text))),
  constraint account_contacts_check2 CHECK (((channels = '{}'::text[]) OR ((consent_on IS NOT NULL) AND (consent_source <> ''::text))))
);

-- What has changed in accounts and their addresses, by whom.
create table account_events (
  id bigint generated by default as identity not null,
  account_id integer not null,
  address_id integer,
  actor_id integer,
  action text not null,
  changes jsonb default '{}'::jsonb not null,
  version integer,
  created_at timestamp with time zone default now() not null,
  constraint account_events_pkey PRIMARY KEY (id)
);

-- Lines of an import that were refused, with the reason.
create table account_import_rejects (
  import_id integer not null,
  line integer not null,
  error text not null,
  cells text[] not null,
  constraint account_import_rejects_pkey PRIMARY KEY (import_id, line)
);

-- Files of accounts that are being imported or were imported.
create table account_imports (
  id integer generated by default as identity not null,
  owner_id integer not null,
  file_name text not null,
  state text default 'waiting'::text not null,
  file bytea,
  delimiter text not null,
  header text[] not null,
  line_count integer not null,
  lines_done integer default 0 not null,
  attempts integer default 0 not null,
  imported integer default 0 not null,
  skipped integer default 0 not null,
  rejected integer default 0 not null,
  error text,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  account_type text default 'shop'::text not null,
  constraint account_imports_pkey PRIMARY KEY (id),
  constraint account_imports_account_type_check CHECK ((account_type = ANY (ARRAY['vendor'::text, 'shop'::text, 'dealership'::text]))),
  constraint account_imports_delimiter_check CHECK ((length(delimiter) = 1)),
  constraint account_imports_error_check CHECK ((length(error) <= 500)),
  constraint account_imports_file_name_check CHECK ((length(file_name) <= 200)),
  constraint account_imports_file_until_read CHECK (((file IS NOT NULL) = (state = ANY (ARRAY['waiting'::text, 'running'::text])))),
  constraint account_imports_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

-- Shops, dealerships and vendors that tasks go to or come from.
create table accounts (
  id integer generated by default as identity not null,
  name text not null,
  phone text default ''::text not null,
  account_type text default 'dealership'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  deleted_at timestamp with time zone,
  deliver_by text default ''::text not null,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_account_type_check CHECK ((account_type = ANY (ARRAY['vendor'::text, 'shop'::text, 'dealership'::text]))),
  constraint accounts_deliver_by_check CHECK (((deliver_by = ''::text) OR (deliver_by ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text))),
  constraint accounts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint accounts_phone_check CHECK ((length(phone) <= 32))
);

-- What admins have done.
create table admin_events (
  id bigint generated by default as identity not null,
  actor_id integer,
  act text not null,
  target_id text not null,
  target_name text not null,
  changes jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint admin_events_pkey PRIMARY KEY (id),
  constraint admin_events_act_check CHECK (((length(act) >= 1) AND (length(act) <= 50)))
);

-- Hashes of the keys that programs use.
create table api_tokens (
  id integer generated by default as identity not null,
  user_id integer not null,
  name text not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_tokens_pkey PRIMARY KEY (id),
  constraint api_tokens_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint api_tokens_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint api_tokens_token_hash_key UNIQUE (token_hash)
);

-- The time zone in which the days of the archive are counted: one row.
create table archive_clock (
  is_only boolean default true not null,
  time_zone text not null,
  constraint archive_clock_pkey PRIMARY KEY (is_only),
  constraint archive_clock_is_only_check CHECK (is_only)
);

-- Computed figures of archived days, by driver.
create table archive_figures (
  date date not null,
  version text not null,
  drivers jsonb not null,
  constraint archive_figures_pkey PRIMARY KEY (date),
  constraint archive_figures_drivers_check CHECK ((jsonb_typeof(drivers) = 'object'::text))
);

-- Predicted arrivals, and what came true.
create table arrival_predictions (
  task_id integer not null,
  ahead smallint not null,
  predicted_at timestamp with time zone default now() not null,
  expected_at timestamp with time zone not null,
  earliest_at timestamp with time zone not null,
  latest_at timestamp with time zone not null,
  deviation real not null,
  arrived_at timestamp with time zone,
  constraint arrival_predictions_pkey PRIMARY KEY (task_id, ahead),
  constraint arrival_predictions_deviation_check CHECK ((deviation > (0)::double precision))
);

-- When the last round of predictions began: one row.
create table arrival_rounds (
  is_only boolean default true not null,
  begun_at timestamp with time zone not null,
  roads_version bigint default '-1'::integer not null,
  roads_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint arrival_rounds_pkey PRIMARY KEY (is_only),
  constraint arrival_rounds_is_only_check CHECK (is_only)
);

-- Backups that are wanted, being made or done.
create table backups (
  id integer generated by default as identity not null,
  due_at timestamp with time zone,
  asked_by integer,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_try_at timestamp with time zone default now(),
  file text,
  bytes bigint,
  error text,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  removed_at timestamp with time zone,
  progress double precision default 0 not null,
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_due_at_key UNIQUE (due_at),
  constraint backups_error_check CHECK ((length(error) <= 1000)),
  constraint backups_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

-- What customers answered to messages.
create table customer_replies (
  id integer generated by default as identity not null,
  phone text not null,
  body text not null,
  sid text,
  received_at timestamp with time zone default now() not null,
  constraint customer_replies_pkey PRIMARY KEY (id),
  constraint customer_replies_body_check CHECK ((length(body) <= 1600)),
  constraint customer_replies_phone_check CHECK ((length(phone) <= 32)),
  constraint customer_replies_sid_check CHECK ((length(sid) <= 64)),
  constraint customer_replies_sid_key UNIQUE (sid)
);

-- Where dealerships are, and their full names.
create table dealership_locations (
  name text not null,
  fullname text default ''::text not null,
  address text default ''::text not null,
  city text default ''::text not null,
  state text default ''::text not null,
  zip_code text default ''::text not null,
  latitude numeric(10,8),
  longitude numeric(11,8),
  created_at timestamp with time zone default now() not null,
  geo_precision text,
  constraint dealership_locations_pkey PRIMARY KEY (name),
  constraint dealership_locations_address_check CHECK ((length(address) <= 500)),
  constraint dealership_locations_city_check CHECK ((length(city) <= 200)),
  constraint dealership_locations_fullname_check CHECK ((length(fullname) <= 200)),
  constraint dealership_locations_geo_precision_check CHECK ((geo_precision = ANY (ARRAY['exact'::text, 'interpolated'::text, 'street'::text, 'approximate'::text, 'doubtful'::text, 'manual'::text]))),
  constraint dealership_locations_latitude_check CHECK (((latitude >= ('-90'::integer)::numeric) AND (latitude <= (90)::numeric))),
  constraint dealership_locations_longitude_check CHECK (((longitude >= ('-180'::integer)::numeric) AND (longitude <= (180)::numeric))),
  constraint dealership_locations_state_check CHECK ((length(state) <= 2)),
  constraint dealership_locations_zip_code_check CHECK ((length(zip_code) <= 20))
);

-- Names of dealerships; retired ones keep their tasks.
create table dealerships (
  name text not null,
  retired_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint dealerships_pkey PRIMARY KEY (name),
  constraint dealerships_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

-- Photos that an undo may still bring back.
create table deleted_photos (
  id integer not null,
  task_id integer not null,
  "position" smallint not null,
  image bytea not null,
  media_type text not null,
  created_by integer,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone default now() not null,
  constraint deleted_photos_pkey PRIMARY KEY (id)
);

-- Signatures that an undo may still bring back.
create table deleted_signatures (
  task_id integer not null,
  image bytea not null,
  media_type text not null,
  signed_by text,
  typed boolean not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone default now() not null,
  constraint deleted_signatures_pkey PRIMARY KEY (task_id)
);

-- Phones and tracker apps that report positions.
create table devices (
  id integer generated by default as identity not null,
  user_id integer not null,
  kind text not null,
  name text not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone,
  battery smallint,
  revoked_at timestamp with time zone,
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_battery_check CHECK (((battery >= 0) AND (battery <= 100))),
  constraint devices_kind_check CHECK ((kind = ANY (ARRAY['owntracks'::text, 'traccar'::text, 'osmand'::text]))),
  constraint devices_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint devices_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint devices_token_hash_key UNIQUE (token_hash)
);

-- Unfinished forms of users.
create table drafts (
  id uuid default gen_random_uuid() not null,
  user_id integer not null,
  path text not null,
  fields jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint drafts_pkey PRIMARY KEY (id)
);

-- Changes that a driver has not seen yet.
create table driver_notices (
  id bigint generated by default as identity not null,
  driver_id integer not null,
  actor_id integer,
  kind text not null,
  under_way boolean not null,
  location text not null,
  fields jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  plan_id integer,
  task_id integer,
  change jsonb,
  constraint driver_notices_pkey PRIMARY KEY (id),
  constraint driver_notices_kind_check CHECK ((kind = ANY (ARRAY['changed'::text, 'removed'::text, 'completed'::text, 'stopped'::text, 'ready'::text, 'urgent'::text, 'planned'::text, 'unplanned'::text, 'added'::text])))
);

-- When each provider of coordinates may be asked again.
create table geocode_gates (
  provider text not null,
  free_at timestamp with time zone not null,
  constraint geocode_gates_pkey PRIMARY KEY (provider)
);

-- Addresses that wait for their coordinates.
create table geocode_queue (
  address_key text not null,
  address text not null,
  wanted integer default 1 not null,
  attempts integer default 0 not null,
  next_try_at timestamp with time zone default now(),
  asking boolean default false not null,
  last_error text,
  created_at timestamp with time zone default now() not null,
  constraint geocode_queue_pkey PRIMARY KEY (address_key),
  constraint geocode_queue_last_error_check CHECK ((length(last_error) <= 500))
);

-- Answers of the providers of coordinates.
create table geocodes (
  address_key text not null,
  provider text not null,
  latitude double precision,
  longitude double precision,
  "precision" text,
  answered_at timestamp with time zone default now() not null,
  use_until timestamp with time zone not null,
  constraint geocodes_pkey PRIMARY KEY (address_key),
  constraint geocodes_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint geocodes_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint geocodes_precision_check CHECK (("precision" = ANY (ARRAY['rooftop'::text, 'interpolated'::text, 'street'::text, 'postcode'::text, 'city'::text]))),
  constraint geocodes_whole CHECK ((num_nulls(latitude, longitude, "precision") = ANY (ARRAY[0, 3])))
);

-- Answers of writes, for repetitions with the same key.
create table idempotency_keys (
  user_id integer not null,
  key text not null,
  request_hash bytea not null,
  status smallint,
  response jsonb,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200)))
);

-- Files of documents, and the words that were read in them.
create table intake_contents (
  document_id integer not null,
  bytes bytea not null,
  words jsonb,
  constraint intake_contents_pkey PRIMARY KEY (document_id)
);

-- Copies of documents that wait for their printer.
create table intake_copies (
  id integer generated always as identity not null,
  source_id integer not null,
  bytes bytea not null,
  received_at timestamp with time zone default now() not null,
  constraint intake_copies_pkey PRIMARY KEY (id)
);

-- Customer numbers of other systems, and the accounts that they mean.
create table intake_customers (
  source_id integer not null,
  number text not null,
  account_id integer not null,
  name text not null,
  id integer generated always as identity not null,
  address text default ''::text not null,
  address_id integer,
  goes_to text default ''::text not null,
  constraint intake_customers_pkey PRIMARY KEY (id),
  constraint intake_customers_number_check CHECK (((length(number) >= 1) AND (length(number) <= 100)))
);

-- Documents of other systems, and what was made of them.
create table intake_documents (
  id integer generated always as identity not null,
  source_id integer not null,
  sha256 bytea not null,
  state text default 'new'::text not null,
  reason text,
  pages integer,
  layout_id integer,
  kind text default 'order'::text not null,
  fields jsonb default '{}'::jsonb not null,
  lines jsonb,
  reference text,
  customer text,
  task_id integer,
  received_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  decided_by integer,
  is_confirmed boolean default true not null,
  new_text text,
  doubtful text,
  skipped integer default 0 not null,
  constraint intake_documents_pkey PRIMARY KEY (id),
  constraint intake_documents_kind_check CHECK ((kind = ANY (ARRAY['order'::text, 'void'::text, 'return'::text, 'copy'::text, 'ignored'::text]))) NOT VALID,
  constraint intake_documents_sha256_check CHECK ((length(sha256) = 32)),
  constraint intake_documents_source_id_sha256_key UNIQUE (source_id, sha256),
  constraint intake_documents_state_check CHECK ((state = ANY (ARRAY['new'::text, 'waiting'::text, 'made'::text, 'ignored'::text])))
);

-- Where on a document which field stands.
create table intake_layouts (
  id integer generated always as identity not null,
  source_id integer not null,
  name text not null,
  layout jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint intake_layouts_pkey PRIMARY KEY (id),
  constraint intake_layouts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);

-- Ways in of documents, with their settings.
create table intake_sources (
  id integer generated always as identity not null,
  name text not null,
  user_id integer not null,
  is_on boolean default false not null,
  last_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  kind text default 'api'::text not null,
  settings jsonb default '{}'::jsonb not null,
  secret bytea,
  last_error text,
  last_error_at timestamp with time zone,
  failing_since timestamp with time zone,
  refused integer default 0 not null,
  dealership text,
  constraint intake_sources_pkey PRIMARY KEY (id),
  constraint intake_sources_kind_check CHECK ((kind = ANY (ARRAY['api'::text, 'port'::text, 'folder'::text, 'mail'::text]))),
  constraint intake_sources_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint intake_sources_name_key UNIQUE (name)
);

-- Background work: what waits, runs and is done.
create table jobs (
  id bigint generated always as identity not null,
  kind text not null,
  subject text not null,
  lane text default ''::text not null,
  chain text,
  payload jsonb default '{}'::jsonb not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  run_at timestamp with time zone default now(),
  holder uuid,
  progress real default 0 not null,
  stopped boolean default false not null,
  result jsonb,
  error text,
  tried_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_error_check CHECK ((length(error) <= 1000)),
  constraint jobs_open CHECK (((state = ANY (ARRAY['waiting'::text, 'running'::text])) = (run_at IS NOT NULL))),
  constraint jobs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

-- The latest position of each driver.
create table last_positions (
  driver_id integer not null,
  at timestamp with time zone not null,
  latitude double precision not null,
  longitude double precision not null,
  accuracy real,
  speed real,
  battery smallint,
  source text not null,
  heading smallint,
  still_since timestamp with time zone,
  still_latitude double precision,
  still_longitude double precision,
  drive_at timestamp with time zone,
  drive_to bigint,
  drive_seconds real,
  constraint last_positions_pkey PRIMARY KEY (driver_id),
  constraint last_positions_heading_check CHECK (((heading >= 0) AND (heading <= 359))),
  constraint last_positions_source_check CHECK ((source = ANY (ARRAY['page'::text, 'owntracks'::text, 'traccar'::text, 'osmand'::text])))
);

-- Which tasks a message is about.
create table message_tasks (
  task_id integer not null,
  attempt integer not null,
  event text not null,
  channel text not null,
  contact_id integer not null,
  message_id uuid not null,
  constraint message_tasks_pkey PRIMARY KEY (task_id, attempt, event, channel, contact_id)
);

-- Messages to customers, and whether they were sent.
create table messages (
  id uuid default gen_random_uuid() not null,
  place bigint generated always as identity not null,
  contact_id integer not null,
  event text not null,
  channel text not null,
  recipient text not null,
  driver_id integer,
  stop_key text not null,
  subject text,
  body text,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_try_at timestamp with time zone,
  handed_over_at timestamp with time zone,
  sent_at timestamp with time zone,
  error text,
  created_at timestamp with time zone default now() not null,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))),
  constraint messages_error_check CHECK ((length(error) <= 500)),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'unknown'::text, 'skipped'::text])))
);

-- Lines of a file from another system that is being moved in.
create table move_in_rows (
  move_in_id integer not null,
  line integer not null,
  cells text[] not null,
  state text default 'open'::text not null,
  error text,
  key bytea,
  created_at timestamp with time zone default now() not null,
  constraint move_in_rows_pkey PRIMARY KEY (move_in_id, line),
  constraint move_in_rows_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'rejected'::text])))
);

-- Files from other systems that are being moved in.
create table move_ins (
  id integer generated always as identity not null,
  owner_id integer not null,
  kind text not null,
  file_name text not null,
  header text[] not null,
  columns text[] not null,
  options jsonb default '{}'::jsonb not null,
  state text default 'open'::text not null,
  error text,
  row_count integer not null,
  made integer default 0 not null,
  known integer default 0 not null,
  rejected integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  constraint move_ins_pkey PRIMARY KEY (id),
  constraint move_ins_kind_check CHECK ((kind = ANY (ARRAY['users'::text, 'accounts'::text, 'tasks'::text, 'shifts'::text]))),
  constraint move_ins_state_check CHECK ((state = ANY (ARRAY['open'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

-- Plans of the day: what was asked, and the answer.
create table plans (
  id integer generated by default as identity not null,
  made_by integer,
  status text default 'waiting'::text not null,
  request jsonb not null,
  progress real default 0 not null,
  stopped boolean default false not null,
  alive_at timestamp with time zone default 'infinity'::timestamp with time zone not null,
  result jsonb,
  applied jsonb,
  applied_by integer,
  created_at timestamp with time zone default now() not null,
  undo_id uuid,
  undone_at timestamp with time zone,
  taken_back jsonb,
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

-- Positions of drivers, in a partition for each day.
create table positions (
  driver_id integer not null,
  device_id integer not null,
  at timestamp with time zone not null,
  latitude double precision not null,
  longitude double precision not null,
  accuracy real,
  speed real,
  battery smallint,
  constraint positions_pkey PRIMARY KEY (driver_id, device_id, at),
  constraint positions_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint positions_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)))
) partition by RANGE (at);

-- Hashes of the links that customers have.
create table proof_links (
  id integer generated by default as identity not null,
  task_id integer,
  token_hash bytea not null,
  created_by integer,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  account_id integer,
  location text,
  for_account integer,
  opened_at timestamp with time zone,
  contact_id integer,
  constraint proof_links_pkey PRIMARY KEY (id),
  constraint proof_links_one CHECK ((num_nonnulls(task_id, account_id) = 1)),
  constraint proof_links_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint proof_links_token_hash_key UNIQUE (token_hash)
);

-- Changes that devices are to be told of.
create table push_events (
  id bigint generated by default as identity not null,
  user_id integer not null,
  kind text not null,
  task_id integer,
  created_at timestamp with time zone default now() not null,
  constraint push_events_pkey PRIMARY KEY (id),
  constraint push_events_kind_check CHECK ((kind = ANY (ARRAY['urgent'::text, 'new'::text, 'changed'::text, 'removed'::text, 'failed'::text, 'late'::text, 'unassigned'::text, 'wrote'::text, 'test'::text])))
);

-- The key pair that signs notifications: one row.
create table push_keys (
  id boolean default true not null,
  public_key text not null,
  private_key text not null,
  created_at timestamp with time zone default now() not null,
  constraint push_keys_pkey PRIMARY KEY (id),
  constraint push_keys_id_check CHECK (id)
);

-- Notifications of older versions.
create table push_messages (
  id bigint generated by default as identity not null,
  user_id integer not null,
  subscription_id integer not null,
  counts jsonb not null,
  task_id integer,
  attempts integer default 0 not null,
  next_try_at timestamp with time zone default now(),
  stale_at timestamp with time zone not null,
  constraint push_messages_pkey PRIMARY KEY (id)
);

-- Devices that take notifications.
create table push_subscriptions (
  id integer generated by default as identity not null,
  user_id integer not null,
  session_hash bytea not null,
  endpoint text not null,
  public_key text not null,
  auth text not null,
  created_at timestamp with time zone default now() not null,
  last_success_at timestamp with time zone,
  language text default 'en'::text not null,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_endpoint_check CHECK (((length(endpoint) >= 1) AND (length(endpoint) <= 2000))),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_session_hash_key UNIQUE (session_hash)
);

-- Tasks of which devices have been told.
create table push_told (
  kind text not null,
  task_id integer not null,
  constraint push_told_pkey PRIMARY KEY (kind, task_id),
  constraint push_told_kind_check CHECK ((kind = ANY (ARRAY['late'::text, 'unassigned'::text])))
);

-- Counts of tries; the package for rate limits writes them.
create table rate_limits (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

-- Remembered times and distances between places; they may be lost in a crash.
create unlogged table road_pairs (
  source text not null,
  from_place bigint not null,
  to_place bigint not null,
  seconds integer,
  metres integer,
  asked_on date default CURRENT_DATE not null,
  constraint road_pairs_pkey PRIMARY KEY (source, from_place, to_place)
);

-- Days on which a run is different.
create table run_exceptions (
  id integer generated always as identity not null,
  schedule_id integer,
  day date not null,
  kind text not null,
  departs smallint,
  moved_to smallint,
  cutoff smallint,
  driver_id integer,
  note text,
  changed_by integer,
  changed_at timestamp with time zone default now() not null,
  constraint run_exceptions_pkey PRIMARY KEY (id),
  constraint run_exceptions_check CHECK (((schedule_id IS NOT NULL) OR (kind = 'skip'::text))),
  constraint run_exceptions_cutoff_check CHECK (((cutoff >= 0) AND (cutoff <= 1439))),
  constraint run_exceptions_departs_check CHECK (((departs >= 0) AND (departs <= 1439))),
  constraint run_exceptions_kind_check CHECK ((kind = ANY (ARRAY['skip'::text, 'move'::text, 'extra'::text, 'driver'::text]))),
  constraint run_exceptions_moved_to_check CHECK (((moved_to >= 0) AND (moved_to <= 1439))),
  constraint run_exceptions_note_check CHECK (((length(note) >= 1) AND (length(note) <= 200)))
);

-- Runs that repeat, with their rules.
create table run_schedules (
  id integer generated always as identity not null,
  name text not null,
  dealership text not null,
  driver_id integer,
  vehicle text,
  zone jsonb,
  ship_via text[] default '{}'::text[] not null,
  is_default boolean default false not null,
  order_kind text default 'computed'::text not null,
  valid_from date,
  valid_to date,
  version integer default nextval('run_versions'::regclass) not null,
  changed_by integer,
  changed_at timestamp with time zone default now() not null,
  constraint run_schedules_pkey PRIMARY KEY (id),
  constraint run_schedules_check CHECK ((valid_to >= valid_from)),
  constraint run_schedules_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint run_schedules_order_kind_check CHECK ((order_kind = ANY (ARRAY['fixed'::text, 'computed'::text]))),
  constraint run_schedules_vehicle_check CHECK (((length(vehicle) >= 1) AND (length(vehicle) <= 60)))
);

-- Stops of a repeating run.
create table run_stops (
  id integer generated always as identity not null,
  schedule_id integer not null,
  account_id integer not null,
  address_id integer,
  place smallint not null,
  visit text default 'when-needed'::text not null,
  weekdays smallint[],
  window_from smallint,
  window_to smallint,
  service_minutes smallint,
  constraint run_stops_pkey PRIMARY KEY (id),
  constraint run_stops_place_check CHECK ((place > 0)),
  constraint run_stops_service_minutes_check CHECK (((service_minutes >= 0) AND (service_minutes <= 240))),
  constraint run_stops_visit_check CHECK ((visit = ANY (ARRAY['always'::text, 'when-needed'::text]))),
  constraint run_stops_window_from_check CHECK (((window_from >= 0) AND (window_from <= 1439))),
  constraint run_stops_window_to_check CHECK (((window_to >= 0) AND (window_to <= 1439)))
);

-- When a repeating run departs, by weekday.
create table run_times (
  schedule_id integer not null,
  weekday smallint not null,
  departs smallint not null,
  cutoff smallint not null,
  cutoff_days_before smallint default 0 not null,
  constraint run_times_pkey PRIMARY KEY (schedule_id, weekday, departs),
  constraint run_times_check CHECK (((cutoff_days_before > 0) OR (cutoff <= departs))),
  constraint run_times_cutoff_check CHECK (((cutoff >= 0) AND (cutoff <= 1439))),
  constraint run_times_cutoff_days_before_check CHECK (((cutoff_days_before >= 0) AND (cutoff_days_before <= 3))),
  constraint run_times_departs_check CHECK (((departs >= 0) AND (departs <= 1439))),
  constraint run_times_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);

-- Runs of one day.
create table runs (
  id integer generated always as identity not null,
  schedule_id integer,
  name text not null,
  dealership text,
  day date not null,
  departs smallint not null,
  departs_at timestamp with time zone not null,
  cutoff_at timestamp with time zone not null,
  state text default 'building'::text not null,
  driver_id integer,
  vehicle text,
  closed_at timestamp with time zone,
  out_at timestamp with time zone,
  done_at timestamp with time zone,
  version integer default nextval('run_versions'::regclass) not null,
  cancellation jsonb,
  constraint runs_pkey PRIMARY KEY (id),
  constraint runs_state_check CHECK ((state = ANY (ARRAY['building'::text, 'closed'::text, 'out'::text, 'done'::text, 'cancelled'::text])))
);

-- The migrations that were applied.
create table schema_migrations (
  name text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

-- Services of others that do not work at present.
create table service_outages (
  service text not null,
  error text not null,
  since timestamp with time zone default now() not null,
  failed_at timestamp with time zone default now() not null,
  constraint service_outages_pkey PRIMARY KEY (service)
);

-- Hashes of the cookies of signed-in people.
create table sessions (
  token_hash bytea not null,
  user_id integer not null,
  remember boolean not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  ip text,
  user_agent text,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32))
) with (vacuum_truncate=off);

-- Settings of the network, by name.
create table settings (
  name text not null,
  value jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint settings_pkey PRIMARY KEY (name)
);

-- Hashes of the codes that make the first admin.
create table setup_codes (
  code_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint setup_codes_pkey PRIMARY KEY (code_hash),
  constraint setup_codes_code_hash_check CHECK ((length(code_hash) = 32))
);

-- When drivers work.
create table shifts (
  driver_id integer not null,
  day date not null,
  starts smallint not null,
  ends smallint not null,
  break_minutes smallint default 0 not null,
  break_from smallint,
  start_place text,
  end_place text,
  version integer default nextval('shift_versions'::regclass) not null,
  changed_by integer,
  changed_at timestamp with time zone default now() not null,
  constraint shifts_pkey PRIMARY KEY (driver_id, day),
  constraint shifts_check CHECK (((ends > starts) AND (ends <= (starts + 960)))),
  constraint shifts_check1 CHECK ((((break_minutes >= 0) AND (break_minutes <= 480)) AND (break_minutes < (ends - starts)))),
  constraint shifts_check2 CHECK (((break_from >= starts) AND ((break_from + break_minutes) <= ends))),
  constraint shifts_starts_check CHECK (((starts >= 0) AND (starts <= 1439)))
);

-- Hashes of links by which new people sign in.
create table sign_in_links (
  user_id integer not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_links_pkey PRIMARY KEY (user_id),
  constraint sign_in_links_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint sign_in_links_token_hash_key UNIQUE (token_hash)
);

-- When a driver came to a stop and left it, by positions.
create table stop_visits (
  id bigint generated by default as identity not null,
  driver_id integer not null,
  place text not null,
  task_ids integer[] not null,
  latitude double precision not null,
  longitude double precision not null,
  arrived_at timestamp with time zone not null,
  left_at timestamp with time zone,
  constraint stop_visits_pkey PRIMARY KEY (id),
  constraint stop_visits_check CHECK ((left_at >= arrived_at))
);

-- Phone numbers that want no more messages.
create table stopped_numbers (
  phone text not null,
  stopped_at timestamp with time zone default now() not null,
  constraint stopped_numbers_pkey PRIMARY KEY (phone)
);

-- Counties whose house numbers are loaded.
create table street_counties (
  county text not null,
  year integer not null,
  ranges integer not null,
  loaded_at timestamp with time zone default now() not null,
  constraint street_counties_pkey PRIMARY KEY (county)
);

-- House numbers along streets.
create table street_ranges (
  county text not null,
  name text not null,
  zip text not null,
  prefix text not null,
  from_number integer not null,
  to_number integer not null,
  parity text not null,
  side text not null,
  line integer[] not null,
  constraint street_ranges_parity_check CHECK ((parity = ANY (ARRAY['O'::text, 'E'::text, 'B'::text]))),
  constraint street_ranges_side_check CHECK ((side = ANY (ARRAY['L'::text, 'R'::text])))
);

-- Where the driver was when a report was tapped.
create table tap_positions (
  task_id integer not null,
  version integer not null,
  latitude double precision not null,
  longitude double precision not null,
  accuracy real,
  at timestamp with time zone not null,
  metres real,
  created_at timestamp with time zone default now() not null,
  constraint tap_positions_pkey PRIMARY KEY (task_id, version),
  constraint tap_positions_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint tap_positions_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)))
);

-- How many tasks of each day were archived, by driver.
create table task_archive_summary (
  date date not null,
  task_count integer default 0 not null,
  driver_counts jsonb default '{}'::jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint task_archive_summary_pkey PRIMARY KEY (date),
  constraint task_archive_summary_task_count_check CHECK ((task_count >= 0))
);

-- What customers wrote and completions at other places, until somebody settles it.
create table task_concerns (
  id integer generated by default as identity not null,
  task_id integer not null,
  kind text not null,
  said text not null,
  address text,
  created_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  settled_by integer,
  constraint task_concerns_pkey PRIMARY KEY (id),
  constraint task_concerns_kind_check CHECK ((kind = ANY (ARRAY['customer-wrote'::text, 'other-address'::text]))),
  constraint task_concerns_said_check CHECK ((length(said) <= 1000))
);

-- The history of tasks.
create table task_events (
  id bigint generated by default as identity not null,
  task_id integer not null,
  actor_id integer,
  action text not null,
  changes jsonb default '{}'::jsonb not null,
  version integer,
  occurred_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  constraint task_events_pkey PRIMARY KEY (id)
);

-- Versions of the lists of tasks; the row is the lock of its list.
create table task_lists (
  owner_id integer not null,
  version bigint default 1 not null,
  constraint task_lists_pkey PRIMARY KEY (owner_id),
  constraint task_lists_owner_id_check CHECK ((owner_id >= 0))
);

-- Photos of tasks.
create table task_photos (
  id integer generated by default as identity not null,
  task_id integer not null,
  "position" smallint not null,
  image bytea not null,
  media_type text not null,
  created_by integer,
  created_at timestamp with time zone default now() not null,
  constraint task_photos_pkey PRIMARY KEY (id),
  constraint task_photos_image_check CHECK (((length(image) >= 1) AND (length(image) <= 204800))),
  constraint task_photos_media_type_check CHECK ((media_type = 'image/jpeg'::text)),
  constraint task_photos_position_check CHECK ((("position" >= 1) AND ("position" <= 3))),
  constraint task_photos_task_id_position_key UNIQUE (task_id, "position")
);

-- Signatures of tasks.
create table task_signatures (
  task_id integer not null,
  image bytea not null,
  media_type text not null,
  signed_by text,
  typed boolean default false not null,
  created_at timestamp with time zone default now() not null,
  constraint task_signatures_pkey PRIMARY KEY (task_id),
  constraint task_signatures_image_check CHECK (((length(image) >= 1) AND (length(image) <= 204800))),
  constraint task_signatures_media_type_check CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/svg+xml'::text]))),
  constraint task_signatures_signed_by_check CHECK ((length(signed_by) <= 100))
);

-- Pickups, deliveries and transfers, archived ones included.
create table tasks (
  id integer generated by default as identity not null,
  type text not null,
  location text not null,
  address text default ''::text not null,
  invoice_number text default ''::text not null,
  part_numbers text default ''::text not null,
  notes text default ''::text not null,
  status text default 'pending'::text not null,
  priority text default 'normal'::text not null,
  need_by timestamp with time zone,
  driver_id integer,
  completed_by_driver_id integer,
  transfer_to_driver_id integer,
  transfer_destination_location text,
  transfer_destination_address text,
  linked_task_id integer,
  dealership text,
  destination_account_id integer,
  latitude text,
  longitude text,
  geo_precision text,
  order_index integer,
  order_updated_at timestamp with time zone,
  order_updated_by integer,
  attempts integer default 0 not null,
  failure_reason text,
  created_by integer,
  created_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  last_modifier_id integer,
  updated_at timestamp with time zone default now() not null,
  archived boolean default false not null,
  version integer default 1 not null,
  seen_at timestamp with time zone,
  search_text text generated always as (lower(((((((location || ' '::text) || address) || ' '::text) || invoice_number) || ' '::text) || part_numbers))) stored not null,
  deliver_by timestamp with time zone,
  deliver_after timestamp with time zone,
  size integer,
  service_minutes integer,
  skills text[] default '{}'::text[] not null,
  account_id integer,
  external_ref text,
  ship_via text default ''::text not null,
  run_id integer,
  run_rule text,
  run_place smallint,
  promised_from timestamp with time zone,
  promised_to timestamp with time zone,
  search_key text generated always as (search_key(((((location || address) || invoice_number) || part_numbers) || ship_via))) stored not null,
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_address_check CHECK ((length(address) <= 500)),
  constraint tasks_archived_completed CHECK (((NOT archived) OR (status = 'completed'::text))),
  constraint tasks_check CHECK ((promised_to >= promised_from)),
  constraint tasks_completed_at CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
  constraint tasks_coordinates_paired CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint tasks_external_ref_check CHECK (((length(external_ref) >= 1) AND (length(external_ref) <= 100))),
  constraint tasks_failure_reason_check CHECK ((length(failure_reason) <= 500)),
  constraint tasks_geo_precision_check CHECK ((geo_precision = ANY (ARRAY['exact'::text, 'interpolated'::text, 'street'::text, 'approximate'::text, 'doubtful'::text, 'manual'::text]))),
  constraint tasks_going_has_driver CHECK (((status <> 'going'::text) OR (driver_id IS NOT NULL))),
  constraint tasks_invoice_number_check CHECK ((length(invoice_number) <= 500)),
  constraint tasks_latitude_check CHECK ((length(latitude) <= 32)),
  constraint tasks_linked_has_transfer CHECK (((status <> 'linked'::text) OR (linked_task_id IS NOT NULL))),
  constraint tasks_location_check CHECK (((length(location) >= 1) AND (length(location) <= 200))),
  constraint tasks_longitude_check CHECK ((length(longitude) <= 32)),
  constraint tasks_notes_check CHECK ((length(notes) <= 5000)),
  constraint tasks_order_complete CHECK (((order_index IS NOT NULL) = ((driver_id IS NOT NULL) AND (NOT archived) AND (status = ANY (ARRAY['pending'::text, 'going'::text]))))),
  constraint tasks_order_index_check CHECK ((order_index >= 0)),
  constraint tasks_order_unique UNIQUE (driver_id, order_index) DEFERRABLE INITIALLY DEFERRED,
  constraint tasks_part_numbers_check CHECK ((length(part_numbers) <= 500)),
  constraint tasks_priority_check CHECK ((priority = ANY (ARRAY['normal'::text, 'high'::text, 'urgent'::text]))),
  constraint tasks_run_rule_check CHECK ((run_rule = ANY (ARRAY['hand'::text, 'ship-via'::text, 'account'::text, 'zone'::text, 'dealership'::text, 'standing'::text]))),
  constraint tasks_service_minutes_check CHECK ((service_minutes >= 0)),
  constraint tasks_ship_via_check CHECK ((length(ship_via) <= 40)),
  constraint tasks_size_check CHECK ((size >= 0)),
  constraint tasks_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'going'::text, 'hold'::text, 'completed'::text, 'next-route'::text, 'linked'::text]))),
  constraint tasks_transfer_destination_address_check CHECK ((length(transfer_destination_address) <= 500)),
  constraint tasks_transfer_destination_location_check CHECK ((length(transfer_destination_location) <= 200)),
  constraint tasks_type_check CHECK ((type = ANY (ARRAY['pickup'::text, 'delivery'::text, 'transfer'::text])))
);

-- The arrivals that webhooks were told of last.
create table told_arrivals (
  task_id integer not null,
  expected_at timestamp with time zone not null,
  constraint told_arrivals_pkey PRIMARY KEY (task_id)
);

-- Acts that can be taken back for a short time.
create table undos (
  id uuid default gen_random_uuid() not null,
  user_id integer not null,
  event_ids bigint[] not null,
  routes jsonb not null,
  created_at timestamp with time zone default now() not null,
  undone_at timestamp with time zone,
  runs jsonb default '[]'::jsonb not null,
  constraint undos_pkey PRIMARY KEY (id),
  constraint undos_event_ids_check CHECK ((cardinality(event_ids) > 0))
);

-- People, also those who have left.
create table users (
  id integer generated by default as identity not null,
  username text not null,
  password_hash text not null,
  roles text[] default '{driver}'::text[] not null,
  name text default ''::text not null,
  email text,
  phone text,
  dealerships text[] default '{}'::text[] not null,
  deactivated_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  theme text default 'system'::text not null,
  text_size text default 'normal'::text not null,
  time_zone text default 'device'::text not null,
  must_change_password boolean default false not null,
  is_new boolean default false not null,
  anonymized_at timestamp with time zone,
  shares_position boolean,
  vehicle text default ''::text not null,
  capacity integer,
  skills text[] default '{}'::text[] not null,
  language text,
  board_view text default 'counts'::text not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_board_view_check CHECK ((board_view = ANY (ARRAY['counts'::text, 'timeline'::text]))),
  constraint users_capacity_check CHECK ((capacity >= 0)),
  constraint users_email_check CHECK ((length(email) <= 254)),
  constraint users_name_check CHECK ((length(name) <= 200)),
  constraint users_phone_check CHECK ((length(phone) <= 32)),
  constraint users_roles_check CHECK (((cardinality(roles) > 0) AND (roles <@ ARRAY['admin'::text, 'dispatcher'::text, 'driver'::text]))),
  constraint users_text_size_check CHECK ((text_size = ANY (ARRAY['normal'::text, 'large'::text, 'larger'::text]))),
  constraint users_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text]))),
  constraint users_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64))),
  constraint users_username_check CHECK (((length(username) >= 3) AND (length(username) <= 64)))
);

-- Deliveries of older versions.
create table webhook_deliveries (
  id uuid default gen_random_uuid() not null,
  place bigint generated always as identity not null,
  webhook_id integer not null,
  event text not null,
  task_id integer,
  body text not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_try_at timestamp with time zone default now(),
  tried_at timestamp with time zone,
  status integer,
  answer text,
  error text,
  created_at timestamp with time zone default now() not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_answer_check CHECK ((length(answer) <= 1000)),
  constraint webhook_deliveries_error_check CHECK ((length(error) <= 500)),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_deliveries_waits CHECK (((state = 'waiting'::text) = (next_try_at IS NOT NULL)))
);

-- Addresses of programs that are told of changes.
create table webhooks (
  id integer generated by default as identity not null,
  url text not null,
  secret text not null,
  events text[] not null,
  active boolean default true not null,
  note text,
  failing_since timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_events_check CHECK (((events <@ ARRAY['task.created'::text, 'task.updated'::text, 'task.completed'::text, 'task.deleted'::text, 'stop.arrived'::text, 'eta.changed'::text, 'run.closed'::text, 'run.out'::text, 'run.done'::text, 'order.held'::text]) AND (cardinality(events) > 0))),
  constraint webhooks_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2000)))
);

-- Columns that are stored or counted in another way

alter table account_imports alter column file set storage external;

-- References

alter table account_addresses add constraint account_addresses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table account_contacts add constraint account_contacts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table account_events add constraint account_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id);
alter table account_import_rejects add constraint account_import_rejects_import_id_fkey FOREIGN KEY (import_id) REFERENCES account_imports(id) ON DELETE CASCADE;
alter table account_imports add constraint account_imports_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE;
alter table admin_events add constraint admin_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id);
alter table api_tokens add constraint api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table arrival_predictions add constraint arrival_predictions_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE;
alter table backups add constraint backups_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id);
alter table dealership_locations add constraint dealership_locations_name_fkey FOREIGN KEY (name) REFERENCES dealerships(name) ON UPDATE CASCADE ON DELETE CASCADE;
alter table devices add constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table drafts add constraint drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table driver_notices add constraint driver_notices_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL;
alter table driver_notices add constraint driver_notices_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE CASCADE;
alter table driver_notices add constraint driver_notices_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id) ON DELETE SET NULL;
alter table idempotency_keys add constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table intake_contents add constraint intake_contents_document_id_fkey FOREIGN KEY (document_id) REFERENCES intake_documents(id) ON DELETE CASCADE;
alter table intake_copies add constraint intake_copies_source_id_fkey FOREIGN KEY (source_id) REFERENCES intake_sources(id);
alter table intake_customers add constraint intake_customers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table intake_customers add constraint intake_customers_address_id_fkey FOREIGN KEY (address_id) REFERENCES account_addresses(id) ON DELETE CASCADE;
alter table intake_customers add constraint intake_customers_source_id_fkey FOREIGN KEY (source_id) REFERENCES intake_sources(id);
alter table intake_documents add constraint intake_documents_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id);
alter table intake_documents add constraint intake_documents_layout_id_fkey FOREIGN KEY (layout_id) REFERENCES intake_layouts(id) ON DELETE SET NULL;
alter table intake_documents add constraint intake_documents_source_id_fkey FOREIGN KEY (source_id) REFERENCES intake_sources(id);
alter table intake_layouts add constraint intake_layouts_source_id_fkey FOREIGN KEY (source_id) REFERENCES intake_sources(id);
alter table intake_sources add constraint intake_sources_dealership_fkey FOREIGN KEY (dealership) REFERENCES dealerships(name) ON UPDATE CASCADE ON DELETE SET NULL;
alter table intake_sources add constraint intake_sources_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table last_positions add constraint last_positions_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id);
alter table message_tasks add constraint message_tasks_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE;
alter table messages add constraint messages_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES account_contacts(id) ON DELETE CASCADE;
alter table move_in_rows add constraint move_in_rows_move_in_id_fkey FOREIGN KEY (move_in_id) REFERENCES move_ins(id) ON DELETE CASCADE;
alter table move_ins add constraint move_ins_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);
alter table plans add constraint plans_applied_by_fkey FOREIGN KEY (applied_by) REFERENCES users(id) ON DELETE SET NULL;
alter table plans add constraint plans_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL;
alter table positions add constraint positions_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id);
alter table proof_links add constraint proof_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table proof_links add constraint proof_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table push_events add constraint push_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table push_messages add constraint push_messages_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscriptions(id) ON DELETE CASCADE;
alter table push_messages add constraint push_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table push_subscriptions add constraint push_subscriptions_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE;
alter table push_subscriptions add constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table run_exceptions add constraint run_exceptions_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id) ON DELETE SET NULL;
alter table run_exceptions add constraint run_exceptions_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE SET NULL;
alter table run_exceptions add constraint run_exceptions_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES run_schedules(id) ON DELETE CASCADE;
alter table run_schedules add constraint run_schedules_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id) ON DELETE SET NULL;
alter table run_schedules add constraint run_schedules_dealership_fkey FOREIGN KEY (dealership) REFERENCES dealerships(name) ON UPDATE CASCADE ON DELETE CASCADE;
alter table run_schedules add constraint run_schedules_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE SET NULL;
alter table run_stops add constraint run_stops_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table run_stops add constraint run_stops_address_id_fkey FOREIGN KEY (address_id) REFERENCES account_addresses(id) ON DELETE SET NULL;
alter table run_stops add constraint run_stops_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES run_schedules(id) ON DELETE CASCADE;
alter table run_times add constraint run_times_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES run_schedules(id) ON DELETE CASCADE;
alter table runs add constraint runs_dealership_fkey FOREIGN KEY (dealership) REFERENCES dealerships(name) ON UPDATE CASCADE ON DELETE SET NULL;
alter table runs add constraint runs_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE SET NULL;
alter table runs add constraint runs_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES run_schedules(id) ON DELETE SET NULL;
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table shifts add constraint shifts_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id) ON DELETE SET NULL;
alter table shifts add constraint shifts_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE CASCADE;
alter table shifts add constraint shifts_end_place_fkey FOREIGN KEY (end_place) REFERENCES dealerships(name) ON UPDATE CASCADE ON DELETE SET NULL;
alter table shifts add constraint shifts_start_place_fkey FOREIGN KEY (start_place) REFERENCES dealerships(name) ON UPDATE CASCADE ON DELETE SET NULL;
alter table sign_in_links add constraint sign_in_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table stop_visits add constraint stop_visits_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id);
alter table task_concerns add constraint task_concerns_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES users(id) ON DELETE SET NULL;
alter table task_events add constraint task_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id);
alter table task_photos add constraint task_photos_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table task_photos add constraint task_photos_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE;
alter table task_signatures add constraint task_signatures_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE;
alter table tasks add constraint tasks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE SET NULL;
alter table tasks add constraint tasks_completed_by_driver_id_fkey FOREIGN KEY (completed_by_driver_id) REFERENCES users(id);
alter table tasks add constraint tasks_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table tasks add constraint tasks_destination_account_id_fkey FOREIGN KEY (destination_account_id) REFERENCES accounts(id) ON DELETE SET NULL;
alter table tasks add constraint tasks_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id);
alter table tasks add constraint tasks_last_modifier_id_fkey FOREIGN KEY (last_modifier_id) REFERENCES users(id);
alter table tasks add constraint tasks_linked_task_id_fkey FOREIGN KEY (linked_task_id) REFERENCES tasks(id) ON DELETE SET NULL;
alter table tasks add constraint tasks_order_updated_by_fkey FOREIGN KEY (order_updated_by) REFERENCES users(id);
alter table tasks add constraint tasks_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE SET NULL;
alter table tasks add constraint tasks_transfer_to_driver_id_fkey FOREIGN KEY (transfer_to_driver_id) REFERENCES users(id);
alter table told_arrivals add constraint told_arrivals_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE;
alter table undos add constraint undos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table webhook_deliveries add constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE;

-- Indexes

CREATE INDEX account_addresses_account ON account_addresses USING btree (account_id);
CREATE INDEX account_addresses_key ON account_addresses USING btree (address_key(address_line(address, city, state, zip_code)));
CREATE UNIQUE INDEX account_addresses_one_default ON account_addresses USING btree (account_id) WHERE is_default;
CREATE INDEX account_addresses_place ON account_addresses USING btree (place_key(address, city, state, zip_code));
CREATE INDEX account_contacts_account ON account_contacts USING btree (account_id);
CREATE INDEX account_events_account ON account_events USING btree (account_id, id);
CREATE INDEX account_imports_age ON account_imports USING btree (created_at);
CREATE INDEX account_imports_due ON account_imports USING btree (id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX account_imports_owner ON account_imports USING btree (owner_id, id);
CREATE INDEX accounts_name_prefix ON accounts USING btree (lower(name) text_pattern_ops, id);
CREATE INDEX accounts_type ON accounts USING btree (account_type) WHERE (deleted_at IS NULL);
CREATE INDEX accounts_type_name ON accounts USING btree (account_type, lower(name) text_pattern_ops, id) WHERE (deleted_at IS NULL);
CREATE INDEX accounts_words ON accounts USING gin (name_words(name)) WHERE (deleted_at IS NULL);
CREATE INDEX admin_events_act ON admin_events USING btree (act, id DESC);
CREATE INDEX admin_events_actor ON admin_events USING btree (actor_id, id DESC);
CREATE UNIQUE INDEX api_tokens_name ON api_tokens USING btree (user_id, lower(name)) WHERE (revoked_at IS NULL);
CREATE INDEX api_tokens_user ON api_tokens USING btree (user_id);
CREATE INDEX arrival_predictions_age ON arrival_predictions USING btree (predicted_at);
CREATE INDEX arrival_predictions_arrived ON arrival_predictions USING btree (arrived_at) WHERE (arrived_at IS NOT NULL);
CREATE UNIQUE INDEX backups_one_at_a_time ON backups USING btree ((true)) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX customer_replies_received ON customer_replies USING btree (received_at);
CREATE UNIQUE INDEX dealerships_name_key ON dealerships USING btree (lower(NORMALIZE(name, NFKC)));
CREATE INDEX deleted_photos_age ON deleted_photos USING btree (deleted_at);
CREATE INDEX deleted_photos_task ON deleted_photos USING btree (task_id);
CREATE INDEX deleted_signatures_age ON deleted_signatures USING btree (deleted_at);
CREATE INDEX devices_user ON devices USING btree (user_id);
CREATE INDEX drafts_user ON drafts USING btree (user_id);
CREATE INDEX driver_notices_age ON driver_notices USING btree (created_at);
CREATE INDEX driver_notices_driver ON driver_notices USING btree (driver_id, id);
CREATE INDEX driver_notices_plan ON driver_notices USING btree (plan_id) WHERE (plan_id IS NOT NULL);
CREATE INDEX driver_notices_task ON driver_notices USING btree (driver_id, task_id) WHERE (task_id IS NOT NULL);
CREATE INDEX geocode_queue_due ON geocode_queue USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX geocodes_age ON geocodes USING btree (use_until);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);
CREATE INDEX intake_copies_source ON intake_copies USING btree (source_id);
CREATE INDEX intake_customers_account ON intake_customers USING btree (account_id);
CREATE INDEX intake_customers_address ON intake_customers USING btree (address_id) WHERE (address_id IS NOT NULL);
CREATE UNIQUE INDEX intake_customers_number ON intake_customers USING btree (source_id, number, address_key(address));
CREATE INDEX intake_documents_decided ON intake_documents USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX intake_documents_open ON intake_documents USING btree (source_id, state, id);
CREATE INDEX intake_documents_reference ON intake_documents USING btree (source_id, reference) WHERE (reference IS NOT NULL);
CREATE INDEX intake_documents_source ON intake_documents USING btree (source_id, id);
CREATE INDEX intake_documents_state ON intake_documents USING btree (state, id);
CREATE INDEX intake_layouts_source ON intake_layouts USING btree (source_id);
CREATE INDEX jobs_age ON jobs USING btree (kind, created_at);
CREATE INDEX jobs_chain ON jobs USING btree (kind, chain, id) WHERE ((run_at IS NOT NULL) AND (chain IS NOT NULL));
CREATE INDEX jobs_due ON jobs USING btree (kind, lane, run_at, id) WHERE (run_at IS NOT NULL);
CREATE INDEX jobs_failed ON jobs USING btree (kind) WHERE (state = 'failed'::text);
CREATE INDEX jobs_latest ON jobs USING btree (kind, lane, id DESC);
CREATE INDEX jobs_subject ON jobs USING btree (kind, subject);
CREATE UNIQUE INDEX jobs_waiting ON jobs USING btree (kind, subject) WHERE (state = 'waiting'::text);
CREATE INDEX message_tasks_message ON message_tasks USING btree (message_id);
CREATE INDEX messages_age ON messages USING btree (created_at);
CREATE INDEX messages_place ON messages USING btree (place DESC);
CREATE INDEX messages_stop ON messages USING btree (contact_id, event, channel, created_at);
CREATE UNIQUE INDEX move_in_rows_key ON move_in_rows USING btree (key) WHERE (key IS NOT NULL);
CREATE INDEX move_in_rows_open ON move_in_rows USING btree (move_in_id, line) WHERE (state <> 'done'::text);
CREATE INDEX move_ins_kind ON move_ins USING btree (kind, id);
CREATE INDEX move_ins_owner ON move_ins USING btree (owner_id, id);
CREATE INDEX plans_age ON plans USING btree (created_at);
CREATE INDEX plans_open ON plans USING btree (id) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE UNIQUE INDEX plans_running ON plans USING btree (status) WHERE (status = 'running'::text);
CREATE INDEX plans_undo ON plans USING btree (undo_id) WHERE (undo_id IS NOT NULL);
CREATE INDEX proof_links_account ON proof_links USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX proof_links_age ON proof_links USING btree (expires_at);
CREATE INDEX proof_links_task ON proof_links USING btree (task_id);
CREATE INDEX push_events_user ON push_events USING btree (user_id, created_at);
CREATE INDEX push_messages_due ON push_messages USING btree (user_id, next_try_at);
CREATE INDEX push_messages_subscription ON push_messages USING btree (subscription_id);
CREATE INDEX push_subscriptions_user ON push_subscriptions USING btree (user_id, id);
CREATE INDEX road_pairs_age ON road_pairs USING btree (asked_on);
CREATE UNIQUE INDEX run_exceptions_once ON run_exceptions USING btree (COALESCE(schedule_id, 0), day, kind, COALESCE((departs)::integer, '-1'::integer));
CREATE UNIQUE INDEX run_schedules_default ON run_schedules USING btree (dealership) WHERE is_default;
CREATE UNIQUE INDEX run_schedules_name ON run_schedules USING btree (lower(name));
CREATE INDEX run_stops_account ON run_stops USING btree (account_id);
CREATE INDEX run_stops_schedule ON run_stops USING btree (schedule_id, place);
CREATE INDEX runs_day ON runs USING btree (day, departs_at);
CREATE UNIQUE INDEX runs_once ON runs USING btree (schedule_id, day, departs);
CREATE INDEX runs_waiting ON runs USING btree (state, cutoff_at) WHERE (state = ANY (ARRAY['building'::text, 'closed'::text, 'out'::text]));
CREATE INDEX sessions_user ON sessions USING btree (user_id);
CREATE INDEX shifts_day ON shifts USING btree (day);
CREATE INDEX stop_visits_driver ON stop_visits USING btree (driver_id, arrived_at);
CREATE UNIQUE INDEX stop_visits_open ON stop_visits USING btree (driver_id) WHERE (left_at IS NULL);
CREATE INDEX stop_visits_place ON stop_visits USING btree (place, arrived_at);
CREATE INDEX stop_visits_tasks ON stop_visits USING gin (task_ids);
CREATE INDEX street_ranges_county ON street_ranges USING btree (county);
CREATE INDEX street_ranges_name ON street_ranges USING btree (name, zip);
CREATE INDEX tap_positions_age ON tap_positions USING btree (created_at);
CREATE INDEX task_concerns_open ON task_concerns USING btree (kind, task_id) WHERE (settled_at IS NULL);
CREATE INDEX task_concerns_settled_by ON task_concerns USING btree (settled_by) WHERE (settled_by IS NOT NULL);
CREATE INDEX task_concerns_task ON task_concerns USING btree (task_id);
CREATE INDEX task_events_going ON task_events USING btree (task_id, occurred_at) WHERE (action = 'going'::text);
CREATE INDEX task_events_task ON task_events USING btree (task_id, id);
CREATE INDEX task_photos_age ON task_photos USING btree (created_at);
CREATE INDEX task_signatures_age ON task_signatures USING btree (created_at);
CREATE INDEX tasks_account ON tasks USING btree (account_id, archived, completed_at DESC, id DESC) WHERE (account_id IS NOT NULL);
CREATE INDEX tasks_address ON tasks USING btree (address_key(address), id);
CREATE INDEX tasks_archived_by_driver ON tasks USING btree (driver_id, completed_at DESC) WHERE archived;
CREATE INDEX tasks_archived_by_time ON tasks USING btree (completed_at) WHERE archived;
CREATE INDEX tasks_destination_account ON tasks USING btree (destination_account_id) WHERE (destination_account_id IS NOT NULL);
CREATE UNIQUE INDEX tasks_external_ref ON tasks USING btree (external_ref, COALESCE(dealership, ''::text)) WHERE ((external_ref IS NOT NULL) AND (NOT archived));
CREATE INDEX tasks_holds_due ON tasks USING btree (need_by) WHERE ((status = 'hold'::text) AND (need_by IS NOT NULL));
CREATE INDEX tasks_invoice ON tasks USING btree (lower(btrim(invoice_number))) WHERE (invoice_number <> ''::text);
CREATE INDEX tasks_latest ON tasks USING btree (archived, completed_at DESC, id DESC);
CREATE INDEX tasks_live_by_driver ON tasks USING btree (driver_id, status) WHERE (NOT archived);
CREATE UNIQUE INDEX tasks_one_delivery_per_transfer ON tasks USING btree (linked_task_id) WHERE (linked_task_id IS NOT NULL);
CREATE INDEX tasks_order_key ON tasks USING gin (search_key(external_ref) gin_trgm_ops) WHERE (external_ref IS NOT NULL);
CREATE INDEX tasks_pinned ON tasks USING btree (address_key(address), updated_at) WHERE (geo_precision = 'manual'::text);
CREATE INDEX tasks_run ON tasks USING btree (run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX tasks_search_key ON tasks USING gin (search_key gin_trgm_ops);
CREATE INDEX undos_age ON undos USING btree (created_at);
CREATE INDEX undos_user ON undos USING btree (user_id);
CREATE UNIQUE INDEX users_username_key ON users USING btree (lower(NORMALIZE(username, NFKC))) WHERE (deactivated_at IS NULL);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (webhook_id, next_try_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_latest ON webhook_deliveries USING btree (webhook_id, place DESC);
CREATE INDEX webhook_deliveries_order ON webhook_deliveries USING btree (webhook_id, task_id, place) WHERE (state = 'waiting'::text);

-- Triggers

-- An account keeps a default address.
CREATE CONSTRAINT TRIGGER account_addresses_default_on_delete AFTER DELETE ON account_addresses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.is_default) EXECUTE FUNCTION require_default_address();
-- An account gets a default address.
CREATE CONSTRAINT TRIGGER account_addresses_default_on_insert AFTER INSERT ON account_addresses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((NOT new.is_default)) EXECUTE FUNCTION require_default_address();
-- An account keeps a default address.
CREATE CONSTRAINT TRIGGER account_addresses_default_on_update AFTER UPDATE ON account_addresses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.is_default AND (NOT new.is_default)) OR (new.account_id <> old.account_id))) EXECUTE FUNCTION require_default_address();
-- Instances are told of a new import.
CREATE TRIGGER account_imports_written AFTER INSERT ON account_imports REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tell_of_rows('rounds/importing');
-- Instances are told of a backup that waits again.
CREATE TRIGGER backups_changed AFTER UPDATE ON backups REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tell_of_queue('rounds/backups');
-- Instances are told of a wanted backup.
CREATE TRIGGER backups_written AFTER INSERT ON backups REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tell_of_queue('rounds/backups');
-- Instances are told of an address that waits again.
CREATE TRIGGER geocode_queue_changed AFTER UPDATE ON geocode_queue REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tell_of_queue('rounds/geocoding');
-- Instances are told of a new address.
CREATE TRIGGER geocode_queue_written AFTER INSERT ON geocode_queue REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tell_of_queue('rounds/geocoding');
-- Pages are told of what waits in the inbox.
CREATE TRIGGER intake_documents_tell AFTER UPDATE OF state ON intake_documents FOR EACH ROW WHEN (((old.state = 'waiting'::text) <> (new.state = 'waiting'::text))) EXECUTE FUNCTION tell_inbox();
-- Instances are told of a job that waits again.
CREATE TRIGGER jobs_changed AFTER UPDATE ON jobs REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tell_of_jobs();
-- Instances of an older version see the change in their own tables.
CREATE TRIGGER jobs_changed_for_older AFTER UPDATE ON jobs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_older();
-- Instances of an older version see that it is gone.
CREATE TRIGGER jobs_deleted_for_older AFTER DELETE ON jobs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_older();
-- Instances are told of a new job.
CREATE TRIGGER jobs_written AFTER INSERT ON jobs REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tell_of_jobs();
-- Instances of an older version see the job in their own tables.
CREATE TRIGGER jobs_written_for_older AFTER INSERT ON jobs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_older();
-- Instances of an older version may write messages.
CREATE TRIGGER messages_of_older BEFORE INSERT OR UPDATE ON messages FOR EACH ROW EXECUTE FUNCTION messages_of_older();
-- Instances of an older version may run plans.
CREATE TRIGGER plans_of_older BEFORE UPDATE ON plans FOR EACH ROW EXECUTE FUNCTION plans_of_older();
-- Instances are told of what devices are to be told.
CREATE TRIGGER push_events_written AFTER INSERT ON push_events REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tell_of_rows('rounds/push');
-- Instances of an older version may write notifications.
CREATE TRIGGER pushes_of_older BEFORE INSERT OR DELETE OR UPDATE ON push_messages FOR EACH ROW EXECUTE FUNCTION pushes_of_older();
-- Every task has the account that it names.
CREATE TRIGGER tasks_keep_account BEFORE INSERT OR UPDATE OF account_id, destination_account_id, type, location, address, transfer_destination_location, transfer_destination_address ON tasks FOR EACH ROW EXECUTE FUNCTION keep_account();
-- Instances of an older version may write deliveries.
CREATE TRIGGER deliveries_of_older BEFORE INSERT OR UPDATE ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION deliveries_of_older();
