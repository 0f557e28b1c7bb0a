/** Keeps predictions as they were made, and measures how right they were. */
import { execute, row, rows } from 'db/connection';
import { prepared } from 'db/statement';
import { daysOf } from '~/domain/network/settings/business-time.server';
import type { Days } from '~/domain/network/settings/days';
import { accuracyOf, AHEAD_MINUTES, type Accuracy, type Judged } from './accuracy';
import type { Arrival } from '~/domain/scheduling/timetable/route-times';
import { allArrivals } from './all-drivers.server';
import type { Stop } from '~/domain/scheduling/timetable/stops';
import { tellOfArrivals } from './tell.server';

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

/**
 * Measures the arrivals of these days, of all drivers or of one: the one who arrived, not the one who has the
 * task now.
 */
export async function accuracyIn(days: Days, driverId: number | null): Promise<Accuracy> {
  const judged = await rows<Judged>(
    `select extract(epoch from arrived_at - predicted_at)::float8 / 60 as ahead,
       extract(epoch from arrived_at - expected_at)::float8 / 60 as late,
       arrived_at between earliest_at and latest_at as "inRange"
     from arrival_predictions p
     where arrived_at >= $from::date::timestamp at time zone $zone
       and arrived_at < ($to::date + 1)::timestamp at time zone $zone
       and ($driverId::integer is null or exists (select from stop_visits v
         where v.driver_id = $driverId and v.arrived_at = p.arrived_at and p.task_id = any(v.task_ids)))
     order by arrived_at desc limit ${String(MOST)}`,
    { ...daysOf(days), driverId },
  );
  return accuracyOf(judged);
}
