/** Tasks as the API answers them. */
import * as z from 'zod/v4';
import { count, degrees, known, moment, point, precision } from '~/domain/answers';
import { answersOf } from '~/domain/field-rules';
import type { FoundTasks } from '~/domain/tasks/board/board';
import { FORM_FIELDS } from './fields';
import type { MapAnswer, MapChangesAnswer } from './map/map';
import { ORDER_CHANGES } from './ordering/order-changes';
import type { Photo } from './proof/photo';
import { PRIORITIES, TASK_STATUSES, TASK_TYPES, type Task } from './task';

const personName = z.strictObject({ name: z.string(), username: z.string() });

export const TaskAnswer = z
  .strictObject({
    id: known,
    ...answersOf(FORM_FIELDS),
    location: z.string().describe('Location name'),
    status: z.enum(TASK_STATUSES).describe('`linked`: waiting for its transfer'),
    deliver_after: moment.nullable().describe('Not to be delivered before'),
    size: z.int().nullable().describe('In the units of the capacity of vehicles'),
    service_minutes: z.int().nullable().describe('At the stop; null: as learned'),
    skills: z.array(z.string()).describe('Skills that its driver needs'),
    driver_id: known.nullable().describe('null: unassigned'),
    completed_by_driver_id: known.nullable().describe('The user who completed it'),
    linked_task_id: known.nullable().describe('The transfer that created this delivery'),
    dealership: z.string().nullable(),
    latitude: degrees,
    longitude: degrees,
    geo_precision: precision,
    order_index: z
      .int()
      .nullable()
      .describe('Position in the driver’s route; null when it is not in a route'),
    order_updated_at: moment.nullable(),
    order_updated_by: known.nullable(),
    attempts: count.describe('How many times it could not be completed'),
    failure_reason: z.string().nullable(),
    created_by: known.nullable(),
    created_at: moment,
    completed_at: moment.nullable(),
    last_modifier_id: known.nullable(),
    updated_at: moment,
    archived: z.boolean(),
    version: z.int().describe('Increases by one with every change; the ETag begins with it'),
    seen_at: moment.nullable().describe('When the driver’s phone first showed it'),
    signature_image: z.string().nullable().describe('A path for GET, or null'),
    signed_by: z.string().nullable(),
    creator: personName.nullable(),
    lastModifier: personName.nullable(),
  })
  .meta({ id: 'Task' }) satisfies z.ZodType<Task>;

const taskIds = z.array(known);

export const TasksAnswer = z.array(TaskAnswer);
export const UpdatedAnswer = z.strictObject({ updatedCount: count });
export const ArchivedAnswer = z.strictObject({ archivedCount: count });
export const MovedAnswer = z.strictObject({ movedCount: count });
export const SeenAnswer = z.strictObject({ seenCount: count });
export const EndedAnswer = z.strictObject({ archivedCount: count, pendingCount: count });
export const ReadAnswer = z.strictObject({ readCount: count });
export const StartedAnswer = z.strictObject({ pendingCount: count });
export const UndoneAnswer = z.strictObject({ taskIds });
export const RouteAnswer = z.strictObject({ driverId: known, taskIds });

export const ReorderedAnswer = z.strictObject({
  ...RouteAnswer.shape,
  changes: z
    .array(
      z.strictObject({
        taskId: known,
        location: z.string(),
        change: z.enum(ORDER_CHANGES),
        by: z.string().nullable(),
      }),
    )
    .describe('Changes by others that make the result differ from the requested order'),
});

export const FoundAnswer = z
  .strictObject({
    tasks: z.array(
      z.strictObject({
        ...TaskAnswer.pick({
          id: true,
          type: true,
          status: true,
          priority: true,
          location: true,
          address: true,
          invoice_number: true,
          part_numbers: true,
          archived: true,
          completed_at: true,
        }).shape,
        driver: z.string().nullable().describe('Driver’s name'),
        since: moment.describe('When it got its current status'),
      }),
    ),
    more: z.boolean().describe('Whether there are more results'),
  })
  .nullable() satisfies z.ZodType<FoundTasks | null>;

export const PhotoAnswer = z
  .strictObject({ id: known, url: z.string().describe('A path for GET') })
  .meta({ id: 'Photo' }) satisfies z.ZodType<Photo>;

const label = z.strictObject({ ...point.shape, name: z.string() });

const onMap = z.strictObject({
  ...point.shape,
  id: known,
  type: z.enum(TASK_TYPES),
  status: z.enum(TASK_STATUSES),
  priority: z.enum(PRIORITIES),
  location: z.string(),
  address: z.string(),
  driverId: known.nullable(),
  order: z.int().nullable().describe('Position in the driver’s route'),
  stop: z.int().nullable().describe('Number of its stop in the driver’s list'),
  numbers: z.string().describe('Invoice or part numbers'),
  approximate: z.boolean().describe('Located by its street, ZIP code or city only'),
  byStreet: z.boolean().describe('Located by its street only'),
});

const WholeMap = z.strictObject({
  tasks: z.array(onMap),
  drivers: z.array(z.strictObject({ id: known, name: z.string(), start: point.nullable() })),
  dealerships: z.array(label),
  towns: z.array(label),
  liveVersion: z.int(),
  settings: z.strictObject({
    tiles: z.strictObject({ url: z.string(), attribution: z.string(), maxZoom: z.int() }).nullable(),
    google: z.strictObject({ key: z.string(), mapId: z.string() }).nullable(),
    streets: z
      .strictObject({
        id: z.string(),
        attribution: z.string(),
        zooms: z.tuple([z.int(), z.int()]),
        box: z.tuple([z.number(), z.number(), z.number(), z.number()]).describe('West, south, east, north'),
      })
      .nullable()
      .describe('Vector tiles at `/tiles/{id}/{z}/{x}/{y}.mvt`'),
  }),
}) satisfies z.ZodType<MapAnswer>;

const { drivers, dealerships, towns, settings } = WholeMap.shape;

export const MapAnswerSchema = z.union([
  WholeMap,
  z
    .strictObject({
      since: z.int(),
      changed: z.array(onMap).describe('New or changed tasks'),
      removed: z.array(known).describe('No longer on the map'),
      liveVersion: z.int(),
      settings,
      ...z.strictObject({ drivers, dealerships, towns }).partial().shape,
    })
    .describe('The response with `since`') satisfies z.ZodType<MapChangesAnswer>,
]);
