/** The board in answers of the API. */
import * as z from 'zod/v4';
import { count, known, moment } from '~/domain/kernel/schema';
import { RUN_STATES } from '~/domain/network/runs/states';
import { CONCERN_KINDS } from '~/domain/tasks/model/concerns';
import { type Term, TERMS } from '~/domain/tasks/model/counts';
import { PRIORITIES, TASK_STATUSES, TASK_TYPES } from '~/domain/tasks/model/task';

export const BoardSince = z.strictObject({
  since: z.coerce
    .number('since must be a number')
    .int()
    .min(0)
    .optional()
    .describe('The `liveVersion` you have: returns only what has changed since, if possible'),
});

const TERM_NAMES = Object.keys(TERMS) as Term[];
const counts = z
  .record(z.enum([...TERM_NAMES, 'forRun']), count)
  .describe(
    'Tasks that are not archived; `active` are pending or going, `open` all but the completed ones, `forRun` those of `nextRoute` that wait for a run',
  );

const urgent = z
  .strictObject({ count, since: moment.describe('When the first of them became urgent') })
  .nullable()
  .describe('The open urgent tasks');

const row = z
  .strictObject({
    id: known,
    name: z.string().describe('With the username when several drivers have the name'),
    username: z.string(),
    phone: z.string().nullable(),
    dealerships: z.array(z.string()),
    dealershipName: z.string().nullable().describe('Full name of the first dealership'),
    isNew: z.boolean().describe('Registered, and not yet looked at by an admin'),
    color: count.describe('0 to 9: the color by which pages identify the driver'),
    initials: z.string().describe('Two characters, or more where two drivers would share them'),
    status: z
      .enum(['going', 'assigned', 'returning', 'inactive'])
      .describe('By the tasks that are not archived'),
    urgent,
    counts,
    archivedToday: count.describe('Completed on this business day, and archived since'),
    unseen: count.describe('Pending tasks that the driver’s phone has not shown yet'),
    lastReport: moment
      .nullable()
      .describe('When the driver last reported a task, or when their phone showed a new one'),
    current: z
      .strictObject({
        id: known,
        location: z.string(),
        address: z.string(),
        status: z.enum(TASK_STATUSES),
        type: z.enum(TASK_TYPES),
        seenAt: moment.nullable(),
        goingSince: moment.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'BoardDriver' });

const stop = z
  .strictObject({
    location: z.string(),
    address: z.string(),
    tasks: z.array(
      z.strictObject({
        id: known,
        type: z.enum(TASK_TYPES),
        status: z.enum(TASK_STATUSES),
        priority: z.enum(PRIORITIES),
      }),
    ),
    metres: z
      .number()
      .nullable()
      .describe('From the stop before, or from the dealership; null when unknown or not part of the route'),
    place: z.enum(['exact', 'street', 'approximate']).nullable().describe('null: not on the map'),
  })
  .describe('Tasks at one place');

const route = z
  .strictObject({
    driverId: known.nullable().describe('null: the unassigned list'),
    next: z.array(stop).describe('The first few stops, in order'),
    stopCount: count,
    estimate: z
      .strictObject({ metres: z.number(), minutes: z.number(), stopCount: count })
      .nullable()
      .describe('For the stops that are pending or under way'),
  })
  .describe('What is left of a list')
  .meta({ id: 'BoardRoute' });

const due = z
  .strictObject({
    id: known,
    needBy: moment,
    isHeld: z.boolean().describe('On hold, and pending from its need-by on'),
  })
  .describe('A task with a need-by for which no driver is on the way yet');

const run = z.strictObject({
  id: known,
  name: z.string(),
  departsAt: moment,
  cutoffAt: moment,
  state: z.enum(RUN_STATES),
  driverId: known.nullable(),
  stops: count.describe('Stops that are left'),
});
const runs = z
  .array(run)
  .describe('Today’s runs, and the next one of each schedule, until they are done: the next deadline first');

const attention = z
  .record(z.enum([...CONCERN_KINDS, 'failed', 'no-place', 'unassigned']), count)
  .describe('Tasks that need attention');

const unassigned = z.strictObject({ urgent, counts });
const completedCount = count.describe('Completed tasks that are not archived');

export const WholeBoard = z.strictObject({
  drivers: z.array(row),
  unassigned,
  routes: z.array(route).describe('The unassigned list first'),
  completedCount,
  runs,
  attention: z.strictObject({ counts: attention, dues: z.array(due).describe('Soonest first; at most 200') }),
  liveVersion: z.int(),
});

const changes = <Row extends z.ZodType>(of: Row) =>
  z.strictObject({
    changed: z.array(of).describe('New or changed'),
    removed: z.array(z.int().min(0)).describe('Ids of those that are gone'),
  });

export const BoardDifferences = z
  .strictObject({
    since: z.int(),
    drivers: changes(row),
    order: z.array(known).optional().describe('All drivers in order, when it has changed'),
    routes: changes(route).describe('A removed one by its driver; 0: the unassigned list'),
    unassigned,
    completedCount,
    runs: runs.optional().describe('All of them, when one has changed'),
    attention: z.strictObject({ counts: attention, dues: changes(due) }),
    lists: z
      .array(z.int().min(0))
      .describe(
        'Drivers whose lists have changed, also where the dashboard does not show it; 0: the unassigned list',
      ),
    liveVersion: z.int(),
  })
  .describe('The response with `since`');

export const BoardAnswerSchema = z.union([WholeBoard, BoardDifferences]);
