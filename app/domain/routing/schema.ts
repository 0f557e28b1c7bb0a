/** Inputs of the route calls. */
import * as z from 'zod/v4';
import { id } from '~/domain/schema';
import { ReorderTasks } from '~/domain/tasks/schema';
import { NOTHING_TO_APPLY } from './texts';

/** The preference has an effect where traffic is known. */
export const OptimizeRoute = z.strictObject({
  routingPreference: z
    .enum(
      ['traffic-aware', 'traffic-aware-optimal', 'traffic-unaware'],
      'routingPreference must be traffic-aware, traffic-aware-optimal or traffic-unaware',
    )
    .optional(),
  /** Counts the way back to the dealership. */
  returnToDealership: z.boolean('returnToDealership must be true or false').optional(),
});

export type OptimizeRoute = z.output<typeof OptimizeRoute>;
export type RoutingPreference = NonNullable<OptimizeRoute['routingPreference']>;

export const ApplyRoute = z.strictObject({
  taskIds: ReorderTasks.shape.taskIds.min(1, NOTHING_TO_APPLY),
  driverId: id,
});
export type ApplyRoute = z.output<typeof ApplyRoute>;

export const NoQuery = z.strictObject({});
