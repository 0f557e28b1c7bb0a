import { createHash } from 'node:crypto';
import * as z from 'zod/v4';
import { getArrivals, listArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { assignTask, listCandidates } from '~/domain/scheduling/candidates/candidates.server';
import { businessToday, rangeOfDays } from '~/domain/network/settings/business-time.server';
import { getReport } from '~/domain/views/history/report.server';
import { ReportAnswer, ReportOf } from '~/domain/views/history/schema';
import { applyPlan } from '~/domain/scheduling/day-plans/apply.server';
import { getPlan, makePlan, stopPlan } from '~/domain/scheduling/day-plans/commands.server';
import { undoPlan } from '~/domain/scheduling/day-plans/undo.server';
import { applyRoute, routesAvailable, suggestRoute } from '~/domain/scheduling/route-order/suggest.server';
import {
  addLateToRun,
  cancelRunNow,
  closeRunNow,
  getRun,
  listNextRuns,
  listRuns,
  moveTasksToRun,
  sendRunOut,
  setRunDriver,
} from '~/domain/scheduling/runs/commands.server';
import { NoInput } from '~/domain/kernel/schema';
import { ListTasks } from '~/domain/tasks/model/schema';
import { TasksAnswer } from '~/domain/tasks/model/answers';
import {
  boardKey,
  boardSince,
  boardVersion,
  getBoard,
  historySince,
} from '~/domain/views/board/board.server';
import { BoardAnswerSchema, BoardSince } from '~/domain/views/board/answers';
import { getMap, mapHistory, mapKey, mapSince, mapVersion } from '~/domain/views/map/map.server';
import { MapAnswerSchema, MapSince } from '~/domain/views/map/answers';
import {
  archiveTasks,
  endRoute,
  startNextRoute,
  unarchiveTask,
} from '~/domain/tasks/lifecycle/batches.server';
import { createTask, deleteTask, updateTask } from '~/domain/tasks/lifecycle/commands.server';
import { reportStatus, undoCompletion } from '~/domain/tracking/report-status.server';
import { putOrder } from '~/domain/tasks/lifecycle/orders.server';
import { findTasks } from '~/domain/views/board/find.server';
import { mapSettings } from '~/domain/geography/region/region.server';
import type { Actor } from '~/domain/kernel/actor';
import { moveTasks } from '~/domain/tasks/lifecycle/move.server';
import { readNotices } from '~/domain/tasks/events/notices.server';
import { createProofLink, revokeProofLink } from '~/domain/customers/links/links.server';
import { addPhoto, getPhoto, listPhotos, removePhoto } from '~/domain/tasks/evidence/photos.server';
import {
  getSignature,
  getTask,
  listArchivedOn,
  listTasks,
  listTasksVersion,
  wholeListKey,
} from '~/domain/tasks/store/queries.server';
import { reorderTasks } from '~/domain/tasks/ordering/reorder.server';
import { listConcerns, settleConcerns } from '~/domain/tasks/activity/concerns.server';
import { markSeen } from '~/domain/tasks/lifecycle/seen.server';
import { JsonText, pathId, read } from '~/http/api.server';
import { IMAGE } from '~/http/call';
import { imageResponse } from '~/http/downloads.server';

const settingsTag = (actor: Actor) =>
  createHash('sha1')
    .update(JSON.stringify(mapSettings(actor)))
    .digest('base64url')
    .slice(0, 8);

const list = read(
  {
    summary: 'The tasks that are not archived',
    about:
      'Going tasks first, then by route order. `status` takes several values, separated by commas; `driver_id=null` means unassigned.',
    may: 'readTasks',
    scoped: true,
    input: ListTasks,
    answer: TasksAnswer,
    paged: true,
  },
  async ({ actor, input, request }) => {
    const { body, nextCursor } = await listTasks(actor, input);
    if (nextCursor === null) return new JsonText(body);
    const next = new URL(request.url);
    next.searchParams.set('cursor', nextCursor);
    return new JsonText(body, { Link: `<${next.pathname}${next.search}>; rel="next"` });
  },
  {
    versionOf: async ({ actor, input }) => {
      const version = await listTasksVersion(actor, { driverOnly: input.driverOnly });
      const key = wholeListKey(actor, input);
      return {
        etag: `W/"${String(actor.id)}-${String(version)}"`,
        ...(key && { cacheBy: { key, version } }),
      };
    },
  },
);

const archiveOfDay = read(
  {
    summary: 'The archive of a business day',
    may: 'readArchive',
    path: { date: z.iso.date() },
    input: NoInput,
    answer: TasksAnswer,
  },
  async ({ params }) => new JsonText(await listArchivedOn(params.date ?? '')),
);

const signature = read(
  { summary: 'The signature', may: 'readTasks', scoped: true, input: NoInput, answer: IMAGE },
  async ({ actor, params, request }) => {
    const id = pathId(params.taskId);
    return imageResponse(request, await getSignature(actor, id), `signature-${String(id)}`);
  },
);

const photo = read(
  { summary: 'A photo', may: 'readTasks', scoped: true, input: NoInput, answer: IMAGE },
  async ({ actor, params, request }) => {
    const id = pathId(params.photoId);
    return imageResponse(request, await getPhoto(actor, pathId(params.taskId), id), `photo-${String(id)}`);
  },
);

/** An answer with changes is another one than the whole, and belongs to the history from which it was made. */
const partOf = (history: number | null, since?: number) =>
  history === null || since === undefined
    ? { input: {}, part: '', key: '' }
    : { input: { since }, part: `-since-${String(since)}`, key: `-of-${String(history)}` };

const map = read(
  {
    summary: "What the dispatcher's map shows",
    about:
      'With `since`, only what has changed since that version, or everything if that version is too old.',
    may: 'readBoard',
    input: MapSince,
    answer: MapAnswerSchema,
  },
  async ({ actor, input: { since }, version }) => {
    const map = since === undefined ? await getMap(actor, version) : await mapSince(actor, since, version);
    return { ...map, settings: mapSettings(actor) };
  },
  {
    versionOf: async ({ actor, input: { since } }) => {
      const version = await mapVersion(actor);
      const history = since === undefined ? null : await mapHistory(actor, version, since);
      const { input, part, key } = partOf(history, since);
      const tag = `${mapKey(actor)}-${settingsTag(actor)}${part}`;
      return { etag: `W/"map-${String(version)}-${tag}"`, input, cacheBy: { key: `${tag}${key}`, version } };
    },
  },
);

const board = read(
  {
    summary: "What the dispatcher's board shows",
    about:
      'With `since`, only what has changed since that version, or everything if that version is too old.',
    may: 'readBoard',
    input: BoardSince,
    answer: BoardAnswerSchema,
  },
  ({ actor, input: { since }, version }) =>
    since === undefined ? getBoard(actor, version) : boardSince(actor, since, version),
  {
    versionOf: async ({ actor, input: { since } }) => {
      const version = await boardVersion(actor);
      const history = since === undefined ? null : await historySince(actor, version, since);
      const { input, part, key } = partOf(history, since);
      const tag = `${boardKey(actor)}-${businessToday()}${part}`;
      return {
        etag: `W/"board-${String(version)}-${tag}"`,
        input,
        cacheBy: { key: `${tag}${key}`, version },
      };
    },
  },
);

const report = read(
  {
    summary: 'Figures for at most 366 business days',
    about:
      'Tasks completed, tasks with a need-by time, tasks on time, and minutes from going to completed: in total, by driver, and by day. `driver=0` means tasks without a driver.',
    may: 'readArchive',
    input: ReportOf,
    answer: ReportAnswer,
  },
  ({ actor, input: { from, to, driver = null } }) =>
    getReport(actor, { ...rangeOfDays(from, to), driverId: driver }),
);

export const taskCalls = {
  'GET /api/tasks': list,
  'POST /api/tasks': createTask,
  'GET /api/tasks/find': findTasks,
  'GET /api/tasks/:taskId': getTask,
  'PATCH /api/tasks/:taskId': updateTask,
  'DELETE /api/tasks/:taskId': deleteTask,
  'GET /api/tasks/:taskId/candidates': listCandidates,
  'POST /api/tasks/:taskId/assign': assignTask,
  'POST /api/tasks/:taskId/unarchive': unarchiveTask,
  'GET /api/tasks/:taskId/signature': signature,
  'GET /api/tasks/:taskId/photos': listPhotos,
  'POST /api/tasks/:taskId/photos': addPhoto,
  'GET /api/tasks/:taskId/photos/:photoId': photo,
  'DELETE /api/tasks/:taskId/photos/:photoId': removePhoto,
  'POST /api/tasks/:taskId/links': createProofLink,
  'DELETE /api/tasks/:taskId/links/:linkId': revokeProofLink,
  'GET /api/tasks/archived/by-date/:date': archiveOfDay,
  'POST /api/tasks/batch/archive': archiveTasks,
  'POST /api/tasks/batch/move': moveTasks,
  'POST /api/tasks/batch/seen': markSeen,
  'POST /api/tasks/batch/status': reportStatus,
  'POST /api/tasks/batch/undo-completion': undoCompletion,
  'POST /api/tasks/end-route/:driverId': endRoute,
  'POST /api/tasks/notices/read': readNotices,
  'PUT /api/tasks/reorder/:driverId': reorderTasks,
  'POST /api/tasks/start-route/:driverId': startNextRoute,
  'PUT /api/orders/:reference': putOrder,
  'GET /api/runs': listRuns,
  'GET /api/runs/:runId': getRun,
  'POST /api/runs/:runId/close': closeRunNow,
  'POST /api/runs/:runId/out': sendRunOut,
  'POST /api/runs/:runId/cancel': cancelRunNow,
  'PUT /api/runs/:runId/driver': setRunDriver,
  'POST /api/runs/:runId/late': addLateToRun,
  'POST /api/runs/:runId/move': moveTasksToRun,
  'GET /api/accounts/:accountId/next-runs': listNextRuns,
  'GET /api/concerns': listConcerns,
  'POST /api/concerns/settle': settleConcerns,
  'GET /api/board': board,
  'GET /api/map': map,
  'GET /api/route-optimization/available': routesAvailable,
  'POST /api/route-optimization/apply': applyRoute,
  'POST /api/plans': makePlan,
  'GET /api/plans/:planId': getPlan,
  'POST /api/plans/:planId/stop': stopPlan,
  'POST /api/plans/:planId/apply': applyPlan,
  'POST /api/plans/:planId/undo': undoPlan,
  'GET /api/arrivals': listArrivals,
  'GET /api/drivers/:driverId/arrivals': getArrivals,
  'POST /api/route-optimization/optimize/:driverId': suggestRoute,
  'GET /api/history/report': report,
};
