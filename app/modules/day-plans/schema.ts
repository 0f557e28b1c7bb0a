/** The inputs of plans over several drivers, and plans in answers of the API. */
import * as z from 'zod/v4';
import { count, id, known, moment } from '~/domain/kernel/schema';
import { LEFT_REASONS, type LeftReason, PLAN_KINDS, SKIP_REASONS, type SkipReason } from './kinds';

export const MOST_TASKS = 1_000;
const MOST_DRIVERS = 200;

const ids = (most: number, what: string) =>
  z
    .array(id, `${what} must be a list of ids`)
    .min(1, `${what} must not be empty`)
    .max(most, `At most ${most.toLocaleString('en-US')}`)
    .transform((all) => [...new Set(all)]);

/** Path ids. */
export const atPlan = { planId: id };

export const MakePlan = z.strictObject({
  driverIds: ids(MOST_DRIVERS, 'driverIds')
    .optional()
    .describe(
      'Without them, everyone on duty: with a shift of today, or of last night, that is not over; or all on a day for which nobody has one',
    ),
  taskIds: ids(MOST_TASKS, 'taskIds')
    .optional()
    .describe(
      'Without them, what is unassigned and pending, and the pending tasks of these drivers. Tasks that could not be completed become pending when the plan is applied',
    ),
  giverId: id
    .optional()
    .describe(
      'A driver who gives tasks away and gets none: without `taskIds` and `driverIds`, all open tasks of that driver, to the others on duty',
    ),
});
export type MakePlan = z.output<typeof MakePlan>;

const named = z.strictObject({ taskId: known, location: z.string() });

const stop = z.strictObject({
  taskIds: z.array(known),
  location: z.string(),
  at: moment.describe('When the time at the stop begins'),
  until: moment,
  going: z.boolean().describe('Under way'),
  late: count.describe('Minutes after `deliver_by`; 0 when on time, and without one'),
});

const route = z
  .strictObject({
    driverId: known,
    taskIds: z.array(known).describe('The whole list in its order, with tasks whose place nobody knows'),
    stops: z.array(stop),
    changed: z.boolean(),
    metres: count,
    minutes: count.describe('Driving, waiting, stops and the break'),
    break: z
      .strictObject({ at: moment, until: moment })
      .nullable()
      .describe('Null without one, and when it comes after work'),
    lateStops: count,
    beginAt: moment,
    finishAt: moment.nullable().describe('Null without a stop'),
    overtime: count.describe('Minutes after the end of the shift'),
  })
  .meta({ id: 'PlannedRoute' });
export type PlannedRoute = z.output<typeof route>;

const figures = z.strictObject({
  metres: count,
  minutes: count,
  lateStops: count,
  overtime: count,
  routes: z.array(route),
});
export type Figures = z.output<typeof figures>;

const move = z.strictObject({ taskId: known, from: known.nullable(), to: known });
export type Move = z.output<typeof move>;

const answer = figures.extend({
  kind: z.enum(PLAN_KINDS),
  moves: z.array(move).describe('Tasks that change their driver; from null: unassigned until now'),
  moved: count.describe('Those that have a driver already'),
  affected: count.describe('Drivers whose list changes'),
  left: z.array(named.extend({ reason: z.enum(Object.keys(LEFT_REASONS) as LeftReason[]) })),
});
export type PlanAnswer = z.output<typeof answer>;

export const PlanResult = z.strictObject({
  madeAt: moment,
  roads: z.enum(['google', 'region', 'osrm', 'valhalla', 'estimate']).describe('Where times come from'),
  drivers: z.array(
    z.strictObject({
      driverId: known,
      name: z.string(),
      /** The list as it was when the plan was made: the plan applies to exactly this list. */
      list: z.array(z.strictObject({ taskId: known, version: known })),
      shiftVersion: known.nullable(),
      from: moment.nullable().describe('The shift'),
      until: moment.nullable(),
      capacity: count.nullable(),
      skills: z.array(z.string()),
      load: count.describe('What is in the vehicle'),
    }),
  ),
  left: answer.shape.left.describe('Tasks that no answer plans'),
  /** For each task that may move to a driver: its version when the plan was made. */
  versions: z.array(z.strictObject({ taskId: known, version: known })),
  sizes: z
    .array(z.strictObject({ taskId: known, adds: z.int() }))
    .describe(
      'What stops add to the vehicle, or take out, by their first task; without those that do neither',
    ),
  together: z.array(z.array(known)).describe('Tasks that belong to one driver: a pickup and what it feeds'),
  before: figures.describe('The lists as they are'),
  answers: z.array(answer),
});
export type PlanResult = z.output<typeof PlanResult>;

export const AppliedAnswer = z
  .strictObject({
    kind: z.enum(PLAN_KINDS),
    applied: z.array(known).describe('Drivers whose list was changed'),
    skipped: z
      .array(
        z.strictObject({
          driverId: known,
          name: z.string(),
          because: z.enum(Object.keys(SKIP_REASONS) as SkipReason[]),
        }),
      )
      .describe('Accepted drivers of whom something had changed meanwhile: their list stays as it is'),
    notMoved: z.array(named).describe('Tasks that an accepted driver should get and did not'),
    movedCount: count,
  })
  .meta({ id: 'AppliedPlan' });
export type Applied = z.output<typeof AppliedAnswer>;

export const TakenBackAnswer = z.strictObject({
  takenBack: z.array(known).describe('Drivers whose list was changed'),
  skipped: z
    .array(z.strictObject({ driverId: known, name: z.string() }))
    .describe('Drivers whose list had changed since: it stays as it is'),
  notMoved: z.array(named).describe('Tasks that the plan had moved, and that stay where they are'),
  movedCount: count,
});
export type TakenBack = z.output<typeof TakenBackAnswer>;

export const PlanStateAnswer = z
  .strictObject({
    id: known,
    status: z.enum(['waiting', 'running', 'done', 'failed']),
    progress: z.number().min(0).max(1),
    stopped: z.boolean().describe('Ended early: the answers are what was found until then'),
    createdAt: moment,
    tasks: count.nullable().describe('How many were chosen; null for all'),
    driverIds: z.array(known).describe('Whom it is for'),
    taskIds: z.array(known).nullable().describe('Those that were chosen; null for all'),
    giver: z
      .strictObject({
        driverId: known,
        name: z.string(),
        has: z.array(named.extend({ going: z.boolean() })).describe('What is in this driver’s list now'),
      })
      .nullable()
      .describe('Who gives tasks away'),
    expectedSeconds: count.describe('About how long the search takes, from its start'),
    result: PlanResult.nullable(),
    applied: AppliedAnswer.nullable(),
    undone: z.boolean().describe('Applied, and taken back since'),
    takenBack: TakenBackAnswer.nullable().describe('What was taken back'),
  })
  .meta({ id: 'Plan' });
export type PlanState = z.output<typeof PlanStateAnswer>;

export const ApplyPlan = z.strictObject({
  kind: z.enum(PLAN_KINDS, `kind must be one of ${PLAN_KINDS.join(', ')}`),
  driverIds: ids(MOST_DRIVERS, 'driverIds')
    .optional()
    .describe('Whose changes are accepted; without them, everybody’s'),
});
