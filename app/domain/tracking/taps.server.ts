/** Keeps the position of a tap with its report. */
import { send } from 'db/connection';
import { prepared } from 'db/statement';
import type { Task } from 'db/models/tasks';
import { toLatLng } from '~/domain/geography/coordinates';
import { straightMetres } from '~/domain/geography/distance';
import type { ReportStatus } from '~/domain/tasks/model/schema';
import type { Entry } from '~/domain/tasks/model/task';
import { recordFixes, standingOf } from './record-positions.server';
import { dropReasonOf, single, type Fix } from './accept';

/** Returns the position of a report; null without one, or when it can't be true. */
export function tapOf({ latitude, longitude, accuracy, position_at, occurred_at }: ReportStatus): Fix | null {
  if (latitude === undefined || longitude === undefined) return null;
  const at = Date.parse(position_at ?? occurred_at ?? new Date().toISOString());
  const fix: Fix = {
    at,
    lat: latitude,
    lng: longitude,
    accuracy: accuracy ?? null,
    speed: null,
    battery: null,
  };
  // A tap is work, so the driver was on duty, whichever stops are left now.
  return dropReasonOf(fix, { now: Date.now(), dutySince: -Infinity, last: null, places: [] }) ? null : fix;
}

const KEEP = prepared(
  `insert into tap_positions (task_id, version, latitude, longitude, accuracy, at, metres)
   select t."taskId", t.version, $lat, $lng, $accuracy::real, $at, t.metres
   from jsonb_to_recordset($taps::jsonb) as t("taskId" integer, version integer, metres real)
   on conflict do nothing`,
);

/** Runs in the transaction of the report. */
export async function storeTap(fix: Fix, entries: Entry[], tasks: Map<number, Task>): Promise<void> {
  const taps = entries.flatMap(({ taskId, version }) => {
    const task = tasks.get(taskId);
    if (!task || version === undefined) return [];
    const stop = toLatLng(task.latitude, task.longitude);
    return [{ taskId, version, metres: stop && straightMetres(stop, fix) }];
  });
  if (taps.length === 0) return;
  const { lat, lng, accuracy, at } = fix;
  await send(KEEP, {
    lat,
    lng,
    accuracy: single(accuracy),
    at: new Date(at).toISOString(),
    taps: JSON.stringify(taps),
  });
}

/** Runs after the report: the board shows the driver's position as long as there is work. */
export async function followTap(driverId: number, fix: Fix): Promise<void> {
  const standing = await standingOf(driverId);
  if (standing?.isOnDuty) await recordFixes(standing, [fix]);
}
