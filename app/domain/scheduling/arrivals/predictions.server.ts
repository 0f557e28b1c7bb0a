/** Keeps predictions as they were made, and measures how right they were. */
import { execute, row, rows } from 'db/connection';
import { prepared } from 'db/statement';
import { daysOf } from '~/domain/network/settings/business-time.server';
import type { Days } from '~/domain/network/settings/days';
import { readOnly } from '~/domain/platform/replica.server';
import type { Arrival } from '~/domain/scheduling/timetable/route-times';
import type { Stop } from '~/domain/scheduling/timetable/stops';
import { COLUMNS, FROM } from '~/domain/tasks/store/queries.server';
import { allArrivals } from './arrivals.server';

/**
 * Measures the accuracy of predicted arrivals by the public yardstick of TransitApp's ETA accuracy benchmark.
 * Pure.
 */

/** Minutes before the arrival at which predictions are kept. */
export const AHEAD_MINUTES = [60, 30, 15, 10, 6, 3] as const;

/**
 * A prediction made at most `ahead` minutes before the arrival is right when the driver is at most `early` minutes
 * early or `late` minutes late.
 */
const YARDSTICK = [
  { ahead: 3, early: 0.5, late: 1.5 },
  { ahead: 6, early: 1, late: 2.5 },
  { ahead: 10, early: 1, late: 3.5 },
  { ahead: 15, early: 1.5, late: 4.5 },
] as const;

type Judged = {
  /** Minutes from the prediction to the arrival. */
  ahead: number;
  /** Minutes by which the driver came later than predicted; negative: earlier. */
  late: number;
  /** The driver came within the predicted range. */
  inRange: boolean;
};

export type Accuracy = {
  /**
   * The mean of the shares of the yardstick's four parts, from 0 to 100; null while one of them has too few
   * arrivals.
   */
  score: number | null;
  parts: { ahead: number; share: number | null; count: number }[];
  /** The share of ranges that were right, from 0 to 100. */
  ranges: number | null;
  count: number;
};

/** A smaller number of arrivals is no reliable measure. */
const ENOUGH = 20;

const percent = (of: number, count: number) => (count < ENOUGH ? null : (100 * of) / count);

export function accuracyOf(judged: readonly Judged[]): Accuracy {
  const parts = YARDSTICK.map(({ ahead, early, late }, index) => {
    const above = YARDSTICK[index - 1]?.ahead ?? -Infinity;
    const own = judged.filter((each) => each.ahead > above && each.ahead <= ahead);
    const right = own.filter((each) => each.late >= -early && each.late <= late);
    return { ahead, share: percent(right.length, own.length), count: own.length };
  });
  const shares = parts.flatMap(({ share }) => share ?? []);
  return {
    score: shares.length < parts.length ? null : shares.reduce((sum, each) => sum + each, 0) / shares.length,
    parts,
    ranges: percent(judged.filter(({ inRange }) => inRange).length, judged.length),
    count: judged.length,
  };
}

/** Sends `eta.changed` to webhooks when arrival times have changed. */

type Expected = {
  taskId: number;
  expectedAt: string;
  earliestAt: string;
  latestAt: string;
};

const WANTED = "select 1 as one from webhooks where active and 'eta.changed' = any(events)";

// The first expectation of a task is only stored, for later ones to be compared with; webhooks are told of
// changes.
const TELL = `
  with expected as (
    select e.* from jsonb_to_recordset($expected::jsonb)
        as e("taskId" integer, "expectedAt" timestamptz, "earliestAt" timestamptz, "latestAt" timestamptz)
      join tasks t on t.id = e."taskId"
  ), changed as (
    select e.*, told.expected_at as before from expected e left join told_arrivals told on told.task_id = e."taskId"
    where told.task_id is null or abs(extract(epoch from told.expected_at - e."expectedAt")) > 300
  ), kept as (
    insert into told_arrivals (task_id, expected_at) select "taskId", "expectedAt" from changed
    on conflict (task_id) do update set expected_at = excluded.expected_at
  )
  insert into jobs (kind, subject, lane, chain, payload)
  select 'webhook', id, webhook_id, webhook_id || ':' || "taskId", jsonb_build_object(
    'event', 'eta.changed', 'taskId', "taskId", 'body', json_build_object('id', id, 'event', 'eta.changed', 'occurred_at', to_json(now()), 'actor', null,
    'arrival', json_build_object('expectedAt', "expectedAt", 'earliestAt', "earliestAt", 'latestAt', "latestAt",
      'expectedBefore', before),
    'task', (select row_to_json(task) from (select ${COLUMNS} ${FROM} where t.id = "taskId") task))::text)
  from (select gen_random_uuid() as id, w.id as webhook_id, c.* from changed c
        join webhooks w on w.active and 'eta.changed' = any(w.events) where c.before is not null) d
  order by "taskId", webhook_id`;

/** Does nothing when no webhook wants the event. */
async function tellOfArrivals(expected: Expected[]): Promise<void> {
  if (expected.length === 0 || !(await row(WANTED))) return;
  await execute(TELL, { expected: JSON.stringify(expected) });
}

/**
 * Only one of several instances makes a round, and rounds are some time apart. A time in the future comes
 * from a clock that was ahead.
 */
const BEGIN = `
  update arrival_rounds set begun_at = now() where begun_at not between now() - interval '50 seconds' and now() returning begun_at`;

// A task may have been deleted meanwhile. For each minute mark, the first prediction stays.
const KEEP = `
  insert into arrival_predictions (task_id, ahead, expected_at, earliest_at, latest_at, deviation)
  select p."taskId", p.ahead, p."expectedAt", p."earliestAt", p."latestAt", p.deviation
  from jsonb_to_recordset($predictions::jsonb) as p("taskId" integer, ahead smallint, "expectedAt" timestamptz,
      "earliestAt" timestamptz, "latestAt" timestamptz, deviation real)
    join tasks t on t.id = p."taskId"
  on conflict do nothing`;

const MINUTE_MS = 60_000;

/**
 * Makes a round: keeps the arrivals that are now about 60, 30, 15, 10, 6 or 3 minutes ahead, except of
 * drivers who have not set out. Notifies webhooks of changes.
 */
export async function storePredictions(): Promise<void> {
  if (!(await row(BEGIN))) return;
  const at = new Date();
  const expected = (await allArrivals(at)).flatMap(({ route, arrivals, begin }) =>
    begin.isStanding ? [] : arrivals.flatMap((arrival) => expectedOf(route.stops, arrival)),
  );
  const predictions = expected.flatMap((each) => {
    // If the driver may have to wait, the expected time is the begin of the stop and not the arrival.
    if (each.mayWait) return [];
    const minutes = (Date.parse(each.expectedAt) - at.getTime()) / MINUTE_MS;
    const ahead = AHEAD_MINUTES.find((most) => minutes <= most && minutes > most - 1);
    return ahead === undefined ? [] : [{ ...each, ahead }];
  });
  if (predictions.length > 0) await execute(KEEP, { predictions: JSON.stringify(predictions) });
  await tellOfArrivals(expected);
}

function expectedOf(stops: Pick<Stop, 'tasks' | 'afterAt'>[], arrival: Arrival) {
  const { tasks = [], afterAt = null } = stops[Number(arrival.key)] ?? {};
  const taskId = tasks[0]?.id;
  if (taskId === undefined || arrival.deviation === 0) return [];
  const iso = (time: number) => new Date(time).toISOString();
  return [
    {
      taskId,
      deviation: arrival.deviation / 1_000,
      mayWait: afterAt !== null && arrival.from <= afterAt,
      expectedAt: iso(arrival.expected),
      earliestAt: iso(arrival.from),
      latestAt: iso(arrival.to),
    },
  ];
}

const ARRIVED = prepared(`
  update arrival_predictions set arrived_at = $at
  where task_id = any($taskIds::integer[]) and arrived_at is null and predicted_at <= $at`);

/** Call it in the transaction of an arrival that a position or a phone has noticed. */
export async function notePredicted(taskIds: number[], at: string): Promise<void> {
  await execute(ARRIVED, { taskIds, at });
}

/** A larger number would not change the result. */
const MOST = 20_000;

const JUDGED = `
  select extract(epoch from arrived_at - predicted_at)::float8 / 60 as ahead,
    extract(epoch from arrived_at - expected_at)::float8 / 60 as late,
    arrived_at between earliest_at and latest_at as "inRange"
  from arrival_predictions p
  where arrived_at >= $from::date::timestamp at time zone $zone
    and arrived_at < ($to::date + 1)::timestamp at time zone $zone
    and ($driverId::integer is null or exists (select from stop_visits v
      where v.driver_id = $driverId and v.arrived_at = p.arrived_at and p.task_id = any(v.task_ids)))
  order by arrived_at desc limit ${String(MOST)}`;

/**
 * Measures the arrivals of these days, of all drivers or of one: the one who arrived, not the one who has the
 * task now.
 */
export async function accuracyIn(days: Days, driverId: number | null): Promise<Accuracy> {
  const bind = { ...daysOf(days), driverId };
  return accuracyOf(await readOnly(() => rows<Judged>(JUDGED, bind)));
}
