/** The map in answers of the API. */
import * as z from 'zod/v4';
import { known, point } from '~/domain/kernel/schema';
import { PRIORITIES, TASK_STATUSES, TASK_TYPES } from '~/domain/tasks/model/task';

export const MapSince = z.strictObject({
  since: z.coerce
    .number('since must be a number')
    .int()
    .min(0)
    .optional()
    .describe('The `liveVersion` you have: returns only what has changed since, if possible'),
});

const label = z.strictObject({ ...point.shape, name: z.string() });

const onMap = z
  .strictObject({
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
  })
  .meta({ id: 'MapTask' });

export const WholeMap = z.strictObject({
  tasks: z.array(onMap),
  /** Each starts at the first dealership of the driver, where a route begins. */
  drivers: z.array(
    z.strictObject({
      id: known,
      name: z.string(),
      color: z.int().min(0).describe('0 to 9: the color by which pages identify the driver'),
      initials: z.string().describe('Two characters, or more where two drivers would share them'),
      start: point.nullable(),
    }),
  ),
  dealerships: z.array(label),
  /** Those with most addresses first, for orientation on a map without tiles. */
  towns: z.array(label),
  liveVersion: z.int(),
  settings: z
    .strictObject({
      tiles: z.strictObject({ url: z.string(), attribution: z.string(), maxZoom: z.int() }).nullable(),
      google: z.strictObject({ key: z.string(), mapId: z.string() }).nullable(),
      streets: z
        .strictObject({
          id: z.string(),
          attribution: z.string(),
          zooms: z.tuple([z.int(), z.int()]),
          box: z.tuple([z.number(), z.number(), z.number(), z.number()]).describe('West, south, east, north'),
          invented: z
            .strictObject({ addRegionAt: z.string().nullable() })
            .optional()
            .describe('Only for the streets of the demo, which have no author'),
        })
        .nullable()
        .describe('Vector tiles at `/tiles/{id}/{z}/{x}/{y}.mvt`'),
    })
    .meta({ id: 'MapSettings' }),
});

const { drivers, dealerships, towns, settings } = WholeMap.shape;

export const MapDifferences = z
  .strictObject({
    since: z.int(),
    changed: z.array(onMap).describe('New or changed tasks'),
    removed: z.array(known).describe('No longer on the map'),
    liveVersion: z.int(),
    settings,
    ...z.strictObject({ drivers, dealerships, towns }).partial().shape,
  })
  .describe('The response with `since`');

export const MapAnswerSchema = z.union([WholeMap, MapDifferences]);
