/** Phones keep entries of the version that wrote them. The server must still accept the calls made from them. */
import { expect, test } from 'vitest';
import { callFor, completionOf, failureOf, type DriverAction } from '~/components/offline/driver-action';
import type { ApiHandler, Method } from '~/http/call';
import { action as outRun } from '~/routes/api.runs.$runId.out';
import { action as reportStatus } from '~/routes/api.tasks.batch.status';
import { action as undoCompletion } from '~/routes/api.tasks.batch.undo-completion';
import { action as endRoute } from '~/routes/api.tasks.end-route.$driverId';
import { action as reorder } from '~/routes/api.tasks.reorder.$driverId';
import { action as startRoute } from '~/routes/api.tasks.start-route.$driverId';

const ACTIONS: Record<string, ApiHandler> = {
  '/api/tasks/batch/status': reportStatus,
  '/api/tasks/batch/undo-completion': undoCompletion,
  '/api/tasks/reorder/:driverId': reorder,
  '/api/tasks/end-route/:driverId': endRoute,
  '/api/tasks/start-route/:driverId': startRoute,
  '/api/runs/:runId/out': outRun,
};

const occurred_at = '2026-11-20T15:00:00.000Z';
const photo = `data:image/jpeg;base64,${Buffer.from('a photo').toString('base64')}`;

// Version 12 stored these entries. Do not change them; add a line for a new shape.
const STORED: [DriverAction, path: string][] = [
  [{ kind: 'status', taskIds: [1, 2], status: 'going', occurred_at }, 'POST /api/tasks/batch/status'],
  [{ kind: 'status', taskIds: [1, 2], status: 'pending', occurred_at }, 'POST /api/tasks/batch/status'],
  [
    {
      kind: 'status',
      taskIds: [1, 2],
      status: 'completed',
      occurred_at,
      signature_image: photo,
      signed_by: 'Pat',
      typed_name: undefined,
      photos: [photo],
    },
    'POST /api/tasks/batch/status',
  ],
  [
    {
      kind: 'status',
      taskIds: [1],
      status: 'hold',
      occurred_at,
      failure_reason: 'other: gate locked',
      photos: [],
    },
    'POST /api/tasks/batch/status',
  ],
  [{ kind: 'undo', taskIds: [1, 2], occurred_at }, 'POST /api/tasks/batch/undo-completion'],
  [{ kind: 'order', taskIds: [2, 1], baseIds: [1, 2] }, 'PUT /api/tasks/reorder/:driverId'],
  [{ kind: 'order', taskIds: [2, 1], baseIds: [1, 2], movedIds: [2] }, 'PUT /api/tasks/reorder/:driverId'],
  [{ kind: 'endRoute' }, 'POST /api/tasks/end-route/:driverId'],
  [{ kind: 'startRoute' }, 'POST /api/tasks/start-route/:driverId'],
  [{ kind: 'startRun', runId: 7, occurred_at }, 'POST /api/runs/:runId/out'],
  [{ kind: 'endRoute', taskIds: [1, 2] }, 'POST /api/tasks/end-route/:driverId'],
  [{ kind: 'startRoute', taskIds: [1, 2] }, 'POST /api/tasks/start-route/:driverId'],
  [{ kind: 'startRun', runId: 7, taskIds: [2, 1], occurred_at }, 'POST /api/runs/:runId/out'],
];

test.each(STORED)('a stored entry is an input of its call: %j', (act, name) => {
  const { method, path, body } = callFor(act, 7);
  expect(`${method} ${path}`).toBe(name.replace(/:driverId|:runId/, '7'));
  const [verb, route] = name.split(' ') as [Method, string];
  const endpoint = ACTIONS[route]?.endpoints[verb];
  if (!endpoint) throw new Error(`${name} is not a call`);
  const { input } = endpoint.call;
  const isInBody = ([key]: [string, unknown]) => key !== 'kind' && !name.includes(`:${key}`);
  const fields = Object.fromEntries(Object.entries(act).filter(isInBody));
  expect(input.parse(JSON.parse(JSON.stringify(body)))).toEqual(JSON.parse(JSON.stringify(fields)));
});

test('the forms of a stop say what is missing, by field', () => {
  const taskIds = ['3'];
  expect(completionOf({ taskIds, typed_name: ' Pat ' })).toMatchObject({
    report: { taskIds: [3], status: 'completed', typed_name: 'Pat' },
  });
  expect(completionOf({ taskIds, typed_name: ' ', signature_image: '' })).toEqual({
    errors: { typed_name: ['A signature is required to complete a delivery'] },
  });
  expect(failureOf({ taskIds, reason: 'other', note: ' gate\r\n locked ' })).toEqual({
    report: { taskIds: [3], status: 'hold', failure_reason: 'other: gate locked' },
  });
  expect(failureOf({ taskIds, reason: 'other', note: '' })).toEqual({
    errors: { note: ['Say why it could not be completed'] },
  });
  expect(failureOf({ taskIds: [], reason: 'weather', note: 'a'.repeat(401) })).toEqual({
    errors: {
      taskIds: ['There are no tasks at this stop'],
      reason: ['Choose a reason'],
      note: ['Note must be at most 400 characters'],
    },
  });
});
