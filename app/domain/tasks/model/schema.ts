/** The inputs of all commands and queries on tasks. */
import * as z from 'zod/v4';
import { rulesForChange, rulesForNew } from '~/domain/kernel/field-rules';
import { LIMITS } from '~/domain/kernel/limits';
import { id, instant, longText, optionalId, pageLimit, requiredText, text } from '~/domain/kernel/schema';
import { FORM_FIELDS } from './fields';
import { FAILURE_REASONS, MOST_PHOTOS, PRIORITIES, TASK_STATUSES, TASK_TYPES } from './task';
import { CHOOSABLE_STATUSES, STARTING_STATUSES } from './transitions';
import { message } from '~/domain/kernel/sentence';
import { STATUS } from './statuses';

const coordinate = (limit: number, label: string) =>
  z
    .union([z.null(), z.number(), z.string().trim()], `${label} must be a number or null`)
    .transform((value) => (value === null || value === '' ? null : String(value)))
    .refine(
      (value) =>
        value === null || (/^-?\d{1,3}(\.\d{1,20})?$/.test(value) && Math.abs(Number(value)) <= limit),
      `${label} must be between -${String(limit)} and ${String(limit)}`,
    );

const MAX_IMAGE_BYTES = 200_000;
const dataUrl = (what: string) =>
  z
    .string(message('pictureInvalid', { what }))
    .refine((value) => (value.length - value.indexOf(',')) * 0.75 <= MAX_IMAGE_BYTES + 4, {
      message: message('pictureTooLarge', { what }),
      // `abort` keeps the expression below from reading a longer text.
      abort: true,
    })
    .regex(/^data:image\/(jpeg|png);base64,[A-Za-z0-9+/]+={0,2}$/, message('pictureInvalid', { what }));

/** One of FAILURE_REASONS, optionally with a note after a colon ("other: gate locked"). */
const failureReason = longText(500, 'Failure reason').refine(
  (value) => {
    const [reason = '', ...note] = value.split(':');
    return (
      FAILURE_REASONS.some((known) => known === reason.trim()) &&
      (reason.trim() !== 'other' || note.join(':').trim() !== '')
    );
  },
  message('invalidFailureReason', { reasons: FAILURE_REASONS.join(', ') }),
);

const type = z.enum(TASK_TYPES, 'Type must be pickup, delivery or transfer');
const status = z.enum(CHOOSABLE_STATUSES, 'Status must be pending, going, hold, next-route or completed');
const priority = z.enum(PRIORITIES, 'Priority must be normal, high or urgent');
const coordinates = {
  latitude: coordinate(90, 'Latitude').optional(),
  longitude: coordinate(180, 'Longitude').optional(),
};

/** Accepted because older clients send them, but ignored: the value is always the caller. */
const callerFields = {
  created_by: z.unknown().optional(),
  last_modifier_id: z.unknown().optional(),
  completed_by_driver_id: z.unknown().optional(),
  order_updated_by: z.unknown().optional(),
};

const completion = {
  signature_image: dataUrl('The signature image'),
  signed_by: text(LIMITS.signedBy, 'Received by'),
  failure_reason: failureReason,
  occurred_at: instant,
};

/** The name of `account_id` in earlier versions, which had it for pickups only. It goes with the next release. */
const former = { destination_account_id: optionalId.optional().meta({ deprecated: true }) };

const runId = optionalId
  .optional()
  .describe('A run that takes tasks, whose driver it gets; null: none. Without it, rules choose');

const reference = requiredText(100, 'The reference');
const changes = rulesForChange(FORM_FIELDS);

export const CreateTask = z.strictObject({
  ...rulesForNew(FORM_FIELDS),
  type,
  status: z.enum(STARTING_STATUSES, 'A new task can be pending, hold or next-route').default(STATUS.pending),
  priority: priority.default('normal'),
  driver_id: optionalId.optional(),
  run_id: runId,
  /** If it is missing, the time of the account counts. */
  deliver_by: changes.deliver_by,
  ...coordinates,
  ...callerFields,
  ...former,
  external_ref: reference
    .nullable()
    .default(null)
    .describe('The number of the order in another system; see `PUT /api/orders/{reference}`'),
});
export type CreateTask = z.output<typeof CreateTask>;

export const UpdateTask = z.strictObject({
  ...changes,
  type: type.optional(),
  status: status.optional(),
  priority: priority.optional(),
  ...coordinates,
  signature_image: completion.signature_image.nullable().optional(),
  signed_by: completion.signed_by.nullable().optional(),
  failure_reason: completion.failure_reason.optional(),
  occurred_at: completion.occurred_at.optional(),
  run_id: runId,
  ...callerFields,
  ...former,
});
export type UpdateTask = z.output<typeof UpdateTask>;

const { status: _status, ...ofOrder } = changes;
/** Fields that are left out stay as they are, or are empty at first. A new task needs the fields that `CreateTask` needs. */
export const PutOrder = z.strictObject({
  ...ofOrder,
  type: type.optional(),
  priority: priority.optional(),
});
export type PutOrder = z.output<typeof PutOrder>;

/** Path ids. */
export const atOrder = { reference };
export const atTask = { taskId: id };
export const atDriver = { driverId: id };
export const atList = { driverId: z.union([z.literal('unassigned').transform(() => null), id]) };
export const atPhoto = { taskId: id, photoId: id };

const BATCH_LIMIT = 1_000;
const taskIds = z
  .array(id, 'taskIds must be a list of ids')
  .max(BATCH_LIMIT, `At most ${String(BATCH_LIMIT)} tasks at once`)
  .refine((ids) => new Set(ids).size === ids.length, 'taskIds contains a task twice');

/**
 * The status of several tasks, such as those of a stop: sent by an API call, a driver's form, or an entry of
 * the phone's outbox.
 */
export const ReportStatus = z.strictObject({
  taskIds,
  status,
  signature_image: completion.signature_image.optional(),
  signed_by: completion.signed_by.optional(),
  /** Replaces a drawn signature. */
  typed_name: text(LIMITS.signedBy, 'Full name').optional(),
  photos: z
    .array(dataUrl('The photo'), 'photos must be a list of data URLs')
    .max(MOST_PHOTOS, message('tooManyPhotos', { most: MOST_PHOTOS, taken: 0 }))
    .optional(),
  failure_reason: completion.failure_reason.optional(),
  occurred_at: completion.occurred_at.optional(),
  seen_address: text(LIMITS.address, 'seen_address')
    .optional()
    .describe(
      'The address of the stop that the driver saw. Completed tasks that have another one are noted for the office.',
    ),
  latitude: z.coerce.number().optional().describe('Where the phone was; kept with the activity'),
  longitude: z.coerce.number().optional(),
  accuracy: z.coerce.number().optional().describe('Meters'),
  position_at: instant.optional().describe('When it was there'),
});
export type ReportStatus = z.output<typeof ReportStatus>;

/** Tasks that were completed together, and the time at which their driver undid it. */
export const UndoCompletion = z.strictObject({ taskIds, occurred_at: completion.occurred_at.optional() });
export type UndoCompletion = z.output<typeof UndoCompletion>;

export const AddPhoto = z.strictObject({ image: dataUrl('The photo') });
export type AddPhoto = z.output<typeof AddPhoto>;

export const ArchiveTasks = z.strictObject({ taskIds });
export type ArchiveTasks = z.output<typeof ArchiveTasks>;

export const SettleConcerns = z.strictObject({
  concernIds: z
    .array(id, 'concernIds must be a list of ids')
    .max(BATCH_LIMIT, `At most ${String(BATCH_LIMIT)} at once`),
});

/** The id of the last notice that was shown. */
export const ReadNotices = z.strictObject({ upTo: id });
export type ReadNotices = z.output<typeof ReadNotices>;

export const BetweenRoutes = z.strictObject({
  taskIds: taskIds
    .optional()
    .describe('The Next Route tasks that the driver saw. The others wait for the next start'),
});

export const MarkSeen = z.strictObject({ taskIds });
export type MarkSeen = z.output<typeof MarkSeen>;

/**
 * `driver_id: null` unassigns the tasks. With `status: STATUS.pending` they are planned again, whatever status
 * they had.
 */
export const MoveTasks = z.strictObject({
  taskIds,
  driver_id: optionalId,
  status: z.literal(STATUS.pending, 'Status must be pending').optional(),
});
export type MoveTasks = z.output<typeof MoveTasks>;

export const MoveList = z.strictObject({ driver_id: optionalId });

/** Without a driver, each task stays with its own. */
export const PlanAgain = z.strictObject({ taskIds, driver_id: optionalId.optional() });

const DIRECTIONS = ['up', 'down', 'top'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Moves by one place, or to a position among the stops of the route, counted from 1. */
export const MoveStop = z
  .strictObject({
    taskId: id,
    direction: z.enum(DIRECTIONS).optional(),
    position: z.int(message('positionNotNumber')).min(1, message('positionBelowOne')).optional(),
  })
  .refine(({ direction, position }) => (direction === undefined) !== (position === undefined), {
    path: ['position'],
    error: message('positionNotNumber'),
  });

/** Puts tasks on hold until a time. */
export const HoldTasks = z.strictObject({ taskIds, need_by: instant });

export const PrioritizeTasks = z.strictObject({ taskIds, priority });

const pinDegrees = (limit: number, label: string) =>
  z
    .union([z.number().transform(String), z.string().trim()], `${label} is required`)
    .refine(
      (value) => /^-?\d{1,3}(\.\d{1,15})?$/.test(value) && Math.abs(Number(value)) <= limit,
      `${label} must be a number between -${String(limit)} and ${String(limit)}`,
    );

/** The place where somebody puts a pin. */
export const PlaceTask = z.strictObject({
  latitude: pinDegrees(90, 'Latitude'),
  longitude: pinDegrees(180, 'Longitude'),
});

export const UndoAct = z.strictObject({ undoId: z.uuid() });

/**
 * `baseIds`: the order that was rearranged. Changes that others have made to the list since are then merged
 * with it instead of refused. `movedIds`: the tasks that were moved; without them, the fewest that explain
 * the difference. `updatedBy` is accepted and ignored: it is always the caller.
 */
export const ReorderTasks = z.strictObject({
  taskIds,
  baseIds: taskIds.optional(),
  movedIds: taskIds.optional(),
  updatedBy: z.unknown().optional(),
});
export type ReorderTasks = z.output<typeof ReorderTasks>;

export const ListTasks = z.strictObject({
  driverOnly: z.enum(['true', 'false'], 'driverOnly must be true or false').optional(),
  status: z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(z.enum(TASK_STATUSES, `Status must be one of ${TASK_STATUSES.join(', ')}`)))
    .optional(),
  driver_id: z
    .union([z.literal('null').transform(() => null), id], 'driver_id must be an id or null')
    .optional(),
  run_id: id.optional(),
  updated_since: instant.optional(),
  limit: pageLimit(1_000).optional(),
  cursor: z.string().max(200).optional(),
});
export type ListTasks = z.output<typeof ListTasks>;

export const RedirectTasks = z.strictObject({
  from: text(1_000, 'from').refine((line) => line !== '', 'from is required'),
});
