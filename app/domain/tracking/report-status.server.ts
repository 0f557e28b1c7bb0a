/** Changes the status of several tasks, such as a driver's stop, and undoes a completion. */
import { row, send, transaction } from 'db/connection';
import type { Task } from 'db/models/tasks';
import { prepared } from 'db/statement';
import type { Actor } from '~/domain/kernel/actor';
import { command, preparedCommand } from '~/domain/kernel/command.server';
import { conflict, DomainError } from '~/domain/kernel/errors';
import { KB } from '~/domain/kernel/limits';
import { ReportStatus, UndoCompletion } from '~/domain/tasks/model/schema';
import { UpdatedAnswer } from '~/domain/tasks/model/answers';
import { addConcerns, atOtherAddress } from '~/domain/tasks/activity/concerns.server';
import { proofOf } from '~/domain/tasks/evidence/signatures.server';
import type { Event } from '~/domain/tasks/undo/recorder.server';
import { changedSince, takeBack, undoable } from '~/domain/tasks/undo/undo.server';
import { changeStatus } from '~/domain/tasks/lifecycle/move.server';
import { refuseImpossibleMoment } from '~/domain/tasks/lifecycle/commands.server';
import { toLatLng } from '~/domain/geography/coordinates';
import { straightMetres } from '~/domain/geography/distance';
import type { Entry } from '~/domain/tasks/model/task';
import { recordFixes, standingOf } from './record-positions.server';
import { dropReasonOf, type Fix, single } from './accept';
import { say } from '~/domain/kernel/sentence';
import { isDone } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

/** Keeps the position of a tap with its report. */

/** Returns the position of a report; null without one, or when it can't be true. */
function tapOf({ latitude, longitude, accuracy, position_at, occurred_at }: ReportStatus): Fix | null {
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
async function storeTap(fix: Fix, entries: Entry[], tasks: Map<number, Task>): Promise<void> {
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
async function followTap(driverId: number, fix: Fix): Promise<void> {
  const standing = await standingOf(driverId);
  if (standing?.isOnDuty) await recordFixes(standing, [fix]);
}

/** A completion can be undone by `undoCompletion`. */
export const reportStatus = preparedCommand(
  {
    summary: 'Changes the status of tasks',
    about:
      'All tasks or none. Drivers complete deliveries with `signature_image` or `typed_name`, and `signed_by`.',
    may: 'changeStatus',
    input: ReportStatus,
    mostBytes: 1_300 * KB, // a signature and three photos
    answer: UpdatedAnswer,
    refusals: [404],
  },
  ({ actor, input, files = [] }) =>
    proofOf(actor, input.taskIds, 'changeStatus', { ...input, photos: [...(input.photos ?? []), ...files] }),
  async ({ actor, input }, proof) => {
    const tap = tapOf(input);
    const report = () =>
      changeStatus(actor, input, proof, async (entries, locked) => {
        if (tap) await storeTap(tap, entries, locked);
        await addConcerns(atOtherAddress(input.seen_address, entries, locked));
      });
    const answer = isDone(input) ? (await undoable(actor, report)).result : await report();
    if (tap) await followTap(actor.id, tap);
    return answer;
  },
);

// Shown only when a part of the stop is left: otherwise the dialog's loader redirects.
const CHANGED = say('stopChangedReportAgain');

/**
 * Takes the report of a driver's form that a stop could not be completed. All or nothing, like
 * `reportStatus`.
 * @throws conflict about the stop, when any of its tasks is no longer the driver's or no longer under way.
 */
export const failStop = preparedCommand(
  reportStatus.spec,
  (given) => orStopChanged(() => reportStatus.prepare(given)),
  async (_, report) => {
    const answer = await orStopChanged(report);
    // The stop is on hold already, so this report would be lost.
    if (answer.updatedCount === 0) throw conflict(CHANGED);
    return answer;
  },
);

async function orStopChanged<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isChanged =
      error instanceof DomainError && (error.kind === 'conflict' || error.kind === 'not_found');
    throw isChanged ? conflict(CHANGED) : error;
  }
}

/**
 * Restores these tasks as they were before this actor completed them together, at most a minute ago. The time
 * of the tap counts, because a slow connection delivers it later. Signature and photos of the completion are
 * removed.
 * @throws conflict when any of them has been changed since.
 */
export const undoCompletion = command(
  {
    summary: 'Undoes your own completion',
    about:
      'For tasks completed together with `batch/status`, within one minute, if nothing else has changed.',
    may: 'changeStatus',
    input: UndoCompletion,
    answer: UpdatedAnswer,
  },
  async ({ actor, input: { taskIds, occurred_at } }) => {
    refuseImpossibleMoment(occurred_at);
    return transaction(async () => {
      const act = await row<{ id: string }>(
        `select u.id from undos u
       where u.user_id = $actorId and exists (
         select from task_events e
         where e.id = any(u.event_ids) and ${statusIs(isDone, 'e.action')} and e.task_id = any($taskIds))
       order by u.created_at desc limit 1`,
        { actorId: actor.id, taskIds },
      );
      if (!act) throw conflict(say('notUndoable'));
      const restored = await takeBack(actor, act.id, {
        occurredAt: occurred_at,
        check: (events, tasks) => {
          refuseAnythingElse(actor, new Set(taskIds), events, tasks);
        },
      });
      // A transfer has also changed its delivery, which nobody named.
      return { updatedCount: restored.taskIds.filter((id) => taskIds.includes(id)).length };
    });
  },
);

/** The undo has to name all tasks of the completion, and none may have been changed or reassigned since. */
function refuseAnythingElse(
  actor: Actor,
  namedIds: Set<number>,
  events: Event[],
  tasks: Map<number, Task>,
): void {
  for (const { taskId, action, version } of events) {
    if (!isDone({ status: action })) continue;
    const task = tasks.get(taskId);
    if (task?.version !== version || task.driver_id !== actor.id || task.archived || !namedIds.has(taskId))
      throw changedSince();
  }
}
