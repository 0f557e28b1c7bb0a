/** Finds the run that a task goes with, by rules, and what the run promises to its place. */
import { row } from 'db/connection';
import type { Task } from 'db/models/tasks';
import { prepared } from 'db/statement';
import { DRIVES } from '~/domain/network/users/queries.server';
import type { RunRule } from '~/domain/network/runs/states';
import { TAKES_TASKS } from '~/domain/network/runs/store.server';

/** The values that rules look at. `dealership`: null for the first one of the person `actorId`. */
export type Sought = Pick<Task, 'type' | 'location' | 'address'> & {
  ship_via?: string | undefined;
  account_id?: number | null | undefined;
  latitude?: string | null | undefined;
  longitude?: string | null | undefined;
  dealership?: string | null | undefined;
  actorId?: number | undefined;
};

export type FoundRun = {
  id: number;
  rule: RunRule;
  /** Null also when the driver of the run no longer drives. */
  driverId: number | null;
  /** `North 10:30 AM` needs both. */
  name: string;
  departsAt: string;
  cutoffAt: string;
  /** ISO 8601: when the driver will be there. */
  from: string;
  to: string;
};

/** Runs of this schedule that were the last to be done tell how long a stop takes. */
const PAST_RUNS = 20;
const ENOUGH_PAST = 5;
/** Minutes after the departure, where nothing is known. */
const UNKNOWN_MINUTES = 45;
const BAND_MINUTES = 15;

const PLACE = `
  select case when $type::text = 'delivery' and $account::integer is not null then $account
      else account_of($location, $address, null) end as account,
    coalesce($dealership::text, (select dealerships[1] from users where id = $actorId::integer)) as dealership,
    upper($shipVia::text) as code,
    substring($address from '\\s(\\d{5})(-\\d{4})?(,? *USA)?\\s*$') as zip,
    point($longitude::float8, $latitude::float8) as at`;

/** SQL: the polygon of the zone of schedule `s`. */
const POLYGON = `(select ('(' || string_agg('(' || (corner ->> 0) || ',' || (corner ->> 1) || ')', ',' order by number) || ')')::polygon
  from jsonb_array_elements(s.zone -> 'polygon') with ordinality as corners(corner, number))`;

// The smallest polygon goes first; a ZIP code is an exact choice.
const RULES = `
  select 1 as rank, 'ship-via' as rule, 0::float8 as size, null::smallint[] as weekdays
  where place.code <> '' and place.code = any(s.ship_via)
  union all select 2, 'account', 0, p.weekdays from run_stops p
  where p.schedule_id = s.id and p.account_id = place.account
  union all select 3, 'zone', 0, null where jsonb_exists(s.zone -> 'zips', place.zip)
  union all select 3, 'zone', area(path(z.polygon)), null
  from (select ${POLYGON} as polygon where s.zone -> 'polygon' is not null and place.at is not null) z
  where z.polygon @> place.at
  union all select 4, 'dealership', 0, null where s.is_default`;

const ON_DAY = '(f.weekdays is null or extract(isodow from r.day) = any(f.weekdays))';

// Completions of the same account, or else of the same place. While there are too few, the stop is taken to be in the
// middle of the run.
const PAST = `
  select count(*) filter (where minutes is not null) as seen,
    percentile_cont(0.1) within group (order by minutes) as low,
    percentile_cont(0.5) within group (order by minutes) as half,
    percentile_cont(0.9) within group (order by minutes) as high,
    avg(length) / 2 as middle
  from (
    select extract(epoch from h.done_at - h.departs_at) / 60 as length, (
      select extract(epoch from max(t.completed_at) - h.departs_at) / 60 from tasks t
      where t.run_id = h.id and t.completed_at > h.departs_at
        and case when place.account is not null and t.account_id is not null then t.account_id = place.account
          else lower(t.location) = lower($location) and t.address = $address end) as minutes
    from (select * from runs where schedule_id = c.schedule_id and state = 'done'
          order by departs_at desc limit ${String(PAST_RUNS)}) h
  ) past`;

const at = (minutes: string) => `c.departs_at + make_interval(secs => 60 * greatest(0, ${minutes}))`;
const STEP = "interval '5 minutes'";
const down = (moment: string) => `date_bin(${STEP}, ${moment}, timestamptz 'epoch')`;

const FIND = prepared(`
  with place as materialized (${PLACE}),
  fits as (
    select s.id as schedule_id, f.*, (
      select min(r.departs_at) from runs r where r.schedule_id = s.id and ${TAKES_TASKS} and ${ON_DAY}) as departs_at
    from place join run_schedules s on s.dealership = place.dealership cross join lateral (${RULES}) f
  ), first as (
    select * from fits where departs_at is not null order by rank, size, departs_at, schedule_id limit 1
  ), chosen as (
    select r.*, f.rule from first f join runs r on r.schedule_id = f.schedule_id and ${TAKES_TASKS} and ${ON_DAY}
    where $runId::integer is null
    union all select r.*, 'hand' from runs r where r.id = $runId and ${TAKES_TASKS}
    order by departs_at limit $most::integer
  ), promised as (
    select c.*, case when p.seen >= ${String(ENOUGH_PAST)} then p.low
        else coalesce(p.middle, ${String(UNKNOWN_MINUTES)}) - ${String(BAND_MINUTES)} end as low,
      case when p.seen >= ${String(ENOUGH_PAST)} then p.high
        else coalesce(p.middle, ${String(UNKNOWN_MINUTES)}) + ${String(BAND_MINUTES)} end as high
    from chosen c cross join place cross join lateral (${PAST}) p
  )
  select exists (select from place join run_schedules s on s.dealership = place.dealership) as "hasRuns",
    coalesce((
      select json_agg(json_build_object('id', c.id, 'rule', c.rule, 'name', c.name, 'departsAt', c.departs_at,
        'cutoffAt', c.cutoff_at, 'driverId', (select u.id from users u where u.id = c.driver_id and ${DRIVES}),
        'from', ${down(at('c.low'))}, 'to', ${down(at('c.high'))} + ${STEP}) order by c.departs_at)
      from promised c), '[]') as runs`);

type Found = { hasRuns: boolean; runs: FoundRun[] };
const NONE: Found = { hasRuns: false, runs: [] };

/**
 * Returns the next departures of the schedule that the rules choose for this place, and whether its dealership has
 * schedules at all.
 * @param runId this run instead, if tasks may join it.
 */
export async function nextRuns(sought: Sought, most: number, runId: number | null = null): Promise<Found> {
  const found = await row<Found>(FIND, {
    type: sought.type,
    account: sought.account_id ?? null,
    location: sought.location,
    address: sought.address,
    shipVia: sought.ship_via?.trim() ?? '',
    latitude: sought.latitude ?? null,
    longitude: sought.longitude ?? null,
    dealership: sought.dealership ?? null,
    actorId: sought.actorId ?? null,
    runId,
    most,
  });
  return found ?? NONE;
}

/** Returns the run that the task goes with by rules; undefined if there is none. */
export const findRun = async (sought: Sought): Promise<FoundRun | undefined> =>
  (await nextRuns(sought, 1)).runs[0];
