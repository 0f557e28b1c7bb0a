/** The inputs of the route calls, and suggested routes in answers of the API. */
import * as z from 'zod/v4';
import { count, id, known, point } from '~/domain/kernel/schema';
import { ReorderTasks } from '~/domain/tasks/model/schema';
import { NOTHING_TO_APPLY, ROUTING_PREFERENCES } from '~/domain/geography/roads/texts';

/** The preference matters only when traffic is known. */
export const OptimizeRoute = z.strictObject({
  routingPreference: z
    .enum(
      ROUTING_PREFERENCES,
      'routingPreference must be traffic-aware, traffic-aware-optimal or traffic-unaware',
    )
    .optional(),
  /** Includes the way back to the dealership. */
  returnToDealership: z.boolean('returnToDealership must be true or false').optional(),
});

export type OptimizeRoute = z.output<typeof OptimizeRoute>;

export const ApplyRoute = z.strictObject({
  taskIds: ReorderTasks.shape.taskIds.min(1, NOTHING_TO_APPLY),
  driverId: id,
});
export type ApplyRoute = z.output<typeof ApplyRoute>;

export const NoQuery = z.strictObject({});

export const AvailableAnswer = z.strictObject({ available: z.boolean() });

export const SuggestedAnswer = z
  .strictObject({
    suggestedOrder: z
      .array(z.strictObject({ id: known, location: z.string(), address: z.string() }))
      .describe('All active tasks, in the order in which their stops should be visited'),
    stops: z
      .array(
        z.strictObject({
          taskIds: z.array(known),
          location: z.string(),
          address: z.string(),
          at: point.nullable(),
          minutesUntilArrival: z.int().nullable(),
          secondsUntilArrival: z.int().nullable().describe('The same time that the arrival times have'),
          minutesLate: count.describe('Minutes after Deliver By, of a stop that will likely be late'),
        }),
      )
      .describe('The same order, by stop'),
    start: point
      .nullable()
      .describe('Where the route begins: the driver’s position, the last stop, or the dealership'),
    returnsToDealership: z.boolean().describe('Whether distance and time include the trip back'),
    estimatedTimeSavings: count.describe('Minutes saved compared with the current order'),
    totalDistance: count.describe('Meters'),
    totalDuration: count.describe('Minutes, including time at the stops'),
    estimated: z.boolean().describe('Whether distances are estimated from straight lines'),
    source: z
      .enum(['google', 'region', 'osrm', 'valhalla', 'estimate'])
      .describe('Where distances and times come from'),
    note: z
      .string()
      .nullable()
      .describe(
        'Why the configured source of road times was not used, and which stops are outside the street map',
      ),
    withoutCoordinates: z.array(known).describe('Tasks whose location is unknown'),
  })
  .meta({ id: 'SuggestedRoute' });
export type SuggestedRoute = z.output<typeof SuggestedAnswer>;
export type SuggestedStop = SuggestedRoute['stops'][number];
