import sharp from 'sharp';
import { countArchiveBy } from 'db/archive-days';
import { connect, disconnect } from 'db/connection';
import { seedDemo } from 'db/demo/seed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passwordMatches } from '~/domain/network/users/passwords.server';
import { createDatabase } from '../support/database';

const ZONE = 'America/Chicago';

let database: Awaited<ReturnType<typeof createDatabase>>;
let planted: boolean[];

beforeAll(async () => {
  database = await createDatabase();
  connect(database.url);
  // Two instances start at the same time.
  const start = async () => {
    const isPlanted = await seedDemo(ZONE);
    await countArchiveBy(database.url, ZONE);
    return isPlanted;
  };
  planted = await Promise.all([start(), start()]);
});

afterAll(async () => {
  await disconnect();
  await database.drop();
});

async function values<Value>(sql: string): Promise<Value[]> {
  return (await database.rows<{ value: Value }>(sql)).map(({ value }) => value);
}

async function count(from: string): Promise<number> {
  const [found] = await values<number>(`select count(*)::integer as value from ${from}`);
  return found ?? 0;
}

/** Expects that no rows break a rule. */
const expectNone = async (sql: string) => {
  expect(await database.rows(sql)).toEqual([]);
};

const RECOUNT = (zone: string) => `
  select date::text, sum(n)::integer as task_count, jsonb_object_agg(driver, n) as driver_counts
  from (select (completed_at at time zone '${zone}')::date as date, coalesce(driver_id, 0)::text as driver,
               count(*)::integer as n
        from tasks where archived group by 1, 2) as counted
  group by date order by date`;
const SUMMARY = 'select date::text, task_count, driver_counts from task_archive_summary order by date';

test('the network is planted once, however many instances start, and never among users', async () => {
  expect(planted.sort()).toEqual([false, true]);
  const before = await count('tasks');
  expect(await seedDemo(ZONE)).toBe(false);
  expect(await count('tasks')).toBe(before);
});

test('the printed sign-ins work, and there are eight drivers with a list each', async () => {
  const people = await database.rows<{ username: string; roles: string[]; password_hash: string }>(
    'select username, roles, password_hash from users order by id',
  );
  expect(people.slice(0, 3).map(({ username, roles }) => [username, roles])).toEqual([
    ['admin', ['admin', 'dispatcher']],
    ['dispatcher', ['dispatcher']],
    ['driver', ['driver']],
  ]);
  for (const { password_hash } of people) {
    expect(password_hash).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(await passwordMatches(password_hash, 'dispatch-demo')).toBe(true);
  }
  expect(people.filter(({ roles }) => roles.includes('driver'))).toHaveLength(8);
  await expectNone(`
    select username from users where 'driver' = any(roles)
      and (cardinality(dealerships) = 0 or phone is null or not exists (select from task_lists where owner_id = id))`);
});

test('five dealership locations and about forty accounts, each with one default address', async () => {
  expect(await values('select name as value from dealership_locations order by name')).toEqual([
    'Buick',
    'Chevrolet',
    'Ford',
    'Hyundai CDJR',
    'Jeep',
  ]);
  expect(await count('accounts')).toBeGreaterThanOrEqual(40);
  expect(await values('select distinct account_type as value from accounts order by 1')).toEqual([
    'dealership',
    'shop',
    'vendor',
  ]);
  expect(await values('select distinct state as value from account_addresses order by 1')).toEqual([
    'KS',
    'MO',
  ]);
  await expectNone(`
    select a.name from accounts a left join account_addresses d on d.account_id = a.id
    group by a.id having count(*) filter (where d.is_default) <> 1 or count(*) > 4`);
  await expectNone(`
    select name from account_addresses
    where latitude not between 38.8 and 39.3 or longitude not between -94.9 and -94.2 or zip_code !~ '^6[46]\\d{3}$'`);
});

test('rows created later have ids after the planted ones', async () => {
  const [id] = await values<number>("insert into accounts (name) values ('New') returning id as value");
  expect(id).toBe(await count('accounts'));
});

test('the board shows every type, status and priority, and every kind of driver', async () => {
  const live = 'from tasks where not archived';
  expect(await count("tasks where not archived and status <> 'linked'")).toBeGreaterThanOrEqual(55);
  expect(await values(`select distinct status as value ${live} order by 1`)).toEqual([
    'completed',
    'going',
    'hold',
    'linked',
    'next-route',
    'pending',
  ]);
  expect(await values(`select distinct type as value ${live} order by 1`)).toEqual([
    'delivery',
    'pickup',
    'transfer',
  ]);
  expect(await values(`select distinct priority as value ${live} order by 1`)).toEqual([
    'high',
    'normal',
    'urgent',
  ]);
  expect(
    await count(`(select 1 ${live} and driver_id is null and status = 'pending') as nobodys`),
  ).toBeGreaterThan(2);
  expect(await count(`(select 1 ${live} and account_id is not null) as bound`)).toBeGreaterThan(4);
  expect(
    await count(`(select 1 ${live} and status = 'hold' and need_by is null) as open_holds`),
  ).toBeGreaterThan(0);
  expect(
    await count(`(select 1 ${live} and status in ('pending', 'going') and driver_id is not null
                  group by driver_id, location, address having count(*) > 1) as stacks`),
  ).toBeGreaterThan(3);
  const kinds = await values<string>(`
    select distinct case when bool_or(t.status = 'going') then 'going' when bool_or(t.status = 'pending') then 'assigned'
                         when bool_or(t.status = 'completed') then 'returning' else 'inactive' end as value
    from users u left join tasks t on t.driver_id = u.id and not t.archived
    where 'driver' = any(u.roles) group by u.id order by 1`);
  expect(kinds).toEqual(['assigned', 'going', 'inactive', 'returning']);
});

test('tasks are as the rules would have made them', async () => {
  await expectNone(`
    select driver_id from tasks where order_index is not null group by driver_id
    having min(order_index) <> 0 or max(order_index) <> count(*) - 1 or count(distinct order_index) <> count(*)`);
  // Tasks under way come first, and urgent tasks after them.
  await expectNone(`
    select driver_id from tasks where order_index is not null group by driver_id
    having array_agg(order_index order by status <> 'going', priority <> 'urgent', order_index)
           <> array_agg(order_index order by order_index)`);
  await expectNone(`
    select driver_id from tasks where status = 'going' group by driver_id having count(distinct (location, address)) > 1`);
  await expectNone("select id from tasks where status = 'hold' and need_by <= now() + interval '1 hour'");
  await expectNone(`
    select id from tasks where linked_task_id is null
      and (case when type = 'delivery' then invoice_number else part_numbers end) = ''`);
  await expectNone("select id from tasks where type = 'transfer' and transfer_destination_location is null");
  await expectNone(`
    select t.id from tasks t left join tasks d on d.linked_task_id = t.id
    where t.transfer_to_driver_id is not null
      and (d.id is null or d.driver_id <> t.transfer_to_driver_id or (d.status = 'linked') <> (t.status <> 'completed'))`);
  await expectNone(`
    select t.id from tasks t left join users u on u.id = t.completed_by_driver_id
    where t.status = 'completed' and (u.id is null or (t.type = 'delivery' and 'driver' = any(u.roles)
      and not exists (select from task_signatures s where s.task_id = t.id and s.signed_by <> '')))`);
});

test('the archive holds a fortnight of working days, and its summary equals a recount', async () => {
  const days = await database.rows<{ weekday: number; n: number }>(`
    select extract(isodow from completed_at at time zone '${ZONE}')::integer as weekday, count(*)::integer as n from tasks
    where archived and run_id is null and completed_at < date_trunc('day', now(), '${ZONE}')
    group by (completed_at at time zone '${ZONE}')::date, 1`);
  const weekdays = days.filter(({ weekday }) => weekday < 6).map(({ n }) => n);
  expect(weekdays).toHaveLength(10);
  expect(Math.min(...weekdays)).toBeGreaterThanOrEqual(8);
  expect(Math.max(...weekdays)).toBeLessThanOrEqual(20);
  const saturdays = days.filter(({ weekday }) => weekday === 6).map(({ n }) => n);
  expect(saturdays).toHaveLength(2);
  expect(Math.max(...saturdays)).toBeLessThan(8);
  expect(days.filter(({ weekday }) => weekday === 7)).toEqual([]);
  expect(await database.rows(SUMMARY)).toEqual(await database.rows(RECOUNT(ZONE)));
  await expectNone(`
    select id, completed_at from tasks where archived
      and extract(hour from completed_at at time zone '${ZONE}') not between 8 and 17`);
  for (const late of ['completed_at > need_by', 'completed_at <= need_by', 'driver_id is null']) {
    expect(await count(`tasks where archived and ${late}`)).toBeGreaterThan(0);
  }
});

test('one run is out, one is closed, four take tasks; those of five days before have ended', async () => {
  const live =
    "runs where departs_at > now() - interval '1 hour' and exists (select from tasks where run_id = runs.id)";
  expect(await values(`select state as value from ${live} order by departs_at`)).toEqual([
    'out',
    'closed',
    ...Array.from({ length: 4 }, () => 'building'),
  ]);
  await expectNone(
    `select id from runs where (state = 'building') <> (cutoff_at > now()) or cutoff_at > departs_at`,
  );
  await expectNone(`
    select r.id from runs r left join run_times t on t.schedule_id = r.schedule_id
      and t.weekday = extract(isodow from r.day) and t.departs = r.departs
    where r.state <> 'done' and t.departs is null`);
  await expectNone(`
    select id, departs from runs where departs_at <> (day + make_interval(mins => departs)) at time zone '${ZONE}'`);
  await expectNone(`
    select t.id from tasks t join runs r on r.id = t.run_id
    where (t.run_place is null) <> (r.state = 'building') or (t.status = 'next-route') <> (r.state in ('building', 'closed'))
      or t.promised_to < t.promised_from or (t.driver_id is distinct from r.driver_id)`);
  expect(await count("(select 1 from runs where state = 'done' group by day) as days")).toBe(5);
  // Enough for promises by history, and some were not kept.
  await expectNone(`
    select p.account_id from run_stops p left join tasks t on t.account_id = p.account_id and t.archived and t.run_id in (
      select id from runs where schedule_id = p.schedule_id)
    group by p.schedule_id, p.account_id having count(distinct t.run_id) < 5`);
  const late = await count('tasks where archived and run_id is not null and completed_at > promised_to');
  const all = await count('tasks where archived and run_id is not null');
  expect(late / all).toBeGreaterThan(0.05);
  expect(late / all).toBeLessThan(0.2);
});

test('events tell how each task came to be what it is', async () => {
  await expectNone(`
    select t.id from tasks t left join task_events e on e.task_id = t.id
    group by t.id having array_agg(e.version order by e.id) filter (where e.version is not null) is distinct from array(select generate_series(1, t.version))`);
  await expectNone(`
    select t.id from tasks t join task_events e on e.task_id = t.id
    where (e.version = 1 and (e.action <> 'created' or e.occurred_at <> t.created_at or e.actor_id <> t.created_by))
       or (e.version = t.version and e.created_at <> t.updated_at)
       or (e.action = 'completed' and e.occurred_at <> t.completed_at)
       or (e.action = 'archived') <> (t.archived and e.version = t.version)
       or e.created_at > now() or e.occurred_at > e.created_at`);
  // The times of a task's events never decrease.
  await expectNone(`
    select e.task_id from task_events e join task_events later on later.task_id = e.task_id and later.version = e.version + 1
    where later.created_at < e.created_at or later.occurred_at < e.occurred_at`);
  // Each change begins with the value that the change before it left, and the last value is the task's own.
  await expectNone(`
    select * from (
      select e.task_id, field, change ->> 0 as before, change ->> 1 as after,
             lag(change ->> 1) over (partition by e.task_id, field order by e.version) as left_before,
             lead(1) over (partition by e.task_id, field order by e.version) is null as is_last,
             to_jsonb(t) ->> field as now
      from task_events e join tasks t on t.id = e.task_id, jsonb_each(e.changes) as c(field, change)
      where field <> 'signature'
    ) as told
    where before is distinct from left_before and left_before is not null
       or is_last and field in ('status', 'driver_id', 'archived', 'failure_reason', 'attempts', 'completed_by_driver_id')
          and after is distinct from now`);
});

test('signatures are small drawings, one hand for each signer', async () => {
  const signatures = await database.rows<{ image: Buffer; signed_by: string }>(
    "select distinct on (signed_by) image, signed_by from task_signatures where media_type = 'image/jpeg'",
  );
  expect(signatures.length).toBeGreaterThan(10);
  expect(new Set(signatures.map(({ image }) => image.toString('base64'))).size).toBe(signatures.length);
  for (const { image } of signatures) {
    expect(image.length).toBeGreaterThan(3_000);
    expect(image.length).toBeLessThan(9_000);
    expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 200 });
    const [channel] = (await sharp(image).stats()).channels;
    expect(channel?.stdev).toBeGreaterThan(8);
  }
});

test.each(['Asia/Kolkata', 'Pacific/Auckland', 'Pacific/Honolulu'])(
  'working hours follow the clocks of %s',
  async (zone) => {
    const elsewhere = await createDatabase();
    await disconnect();
    connect(elsewhere.url);
    try {
      expect(await seedDemo(zone)).toBe(true);
      expect(await countArchiveBy(elsewhere.url, zone)).toBe(true);
      expect(await elsewhere.rows(SUMMARY)).toEqual(await elsewhere.rows(RECOUNT(zone)));
      const outside = `select id from tasks where archived
      and extract(hour from completed_at at time zone '${zone}') not between 8 and 17`;
      expect(await elsewhere.rows(outside)).toEqual([]);
    } finally {
      await disconnect();
      await elsewhere.drop();
      connect(database.url);
    }
  },
);

test('a heavy day has thirteen drivers with work of every kind, 250 tasks, and 150 in runs', async () => {
  const heavy = await createDatabase();
  await disconnect();
  connect(heavy.url);
  try {
    expect(await seedDemo(ZONE, 'heavy')).toBe(true);
    const [found] = await heavy.rows<Record<string, number>>(
      `select (select count(*)::integer from users where 'driver' = any(roles)) as drivers,
         (select count(*)::integer from tasks where not archived and run_id is null) as tasks,
         (select count(*)::integer from tasks where not archived and run_id is not null) as "inRuns",
         (select count(distinct driver_id)::integer from tasks where not archived and status = 'pending') as busy,
         (select max(length(name))::integer from users) as longest`,
    );
    expect(found).toMatchObject({ drivers: 13, tasks: 250, inRuns: 150 });
    expect(found?.busy).toBeGreaterThan(10);
    expect(found?.longest).toBeGreaterThan(25);
    const underWay = await heavy.rows(
      `select driver_id from tasks where status = 'going' group by 1 having count(distinct (location, address)) > 1`,
    );
    expect(underWay).toEqual([]);
  } finally {
    await disconnect();
    await heavy.drop();
    connect(database.url);
  }
});
