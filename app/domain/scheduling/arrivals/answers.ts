/** Arrival times in answers of the API. */
import * as z from 'zod/v4';
import { known, moment } from '~/domain/kernel/answers';

const stop = z.strictObject({
  taskIds: z.array(known).describe('Tasks at one place are one stop'),
  location: z.string(),
  address: z.string(),
});

export const ArrivalsAnswer = z
  .strictObject({
    driverId: known,
    computedAt: moment,
    basis: z.strictObject({
      from: z
        .enum(['position', 'stop', 'start', 'now'])
        .describe(
          'What the first drive begins with: the driver’s position, the last completed stop, the start, or an unknown place',
        ),
      at: moment.nullable().describe('Of the position, or of leaving that stop'),
      roads: z
        .enum(['google', 'region', 'osrm', 'valhalla', 'estimate'])
        .describe('Where the times of drives come from'),
    }),
    finishAt: moment.nullable(),
    stops: z.array(
      z.strictObject({
        ...stop.shape,
        expectedAt: moment.describe('When the time at the stop begins: not before `deliver_after`'),
        waitsUntil: moment
          .nullable()
          .describe('The `deliver_after` that the driver waits for; null for a driver who is not early'),
        breakUntil: moment
          .nullable()
          .describe('When the break ends that comes before it; breaks without a time are not counted'),
        earliestAt: moment,
        latestAt: moment.describe('With `earliestAt` the range that most arrivals are within'),
        deliverBy: moment.nullable().describe('The first of its tasks'),
        latePercent: z
          .int()
          .min(0)
          .max(100)
          .nullable()
          .describe('How likely it is late; null without `deliverBy`'),
        late: z.boolean().describe('More likely than not, and by at least 5 minutes'),
      }),
    ),
    withoutPlace: z.array(stop).describe('Stops that are left out, as nobody knows where they are'),
  })
  .meta({ id: 'Arrivals' });

/** The arrivals of a whole route, for the board. */
export const DriverArrivalsAnswer = z
  .strictObject({
    driverId: known,
    finishAt: moment.nullable().describe('When the last stop is done; null when no stop has a place'),
    standingSince: moment
      .nullable()
      .describe(
        'Since when the driver, by positions, has been at one place where there is nothing to do; null before 10 minutes',
      ),
    late: z.array(known).describe('Tasks that will likely miss their `deliver_by` by at least 5 minutes'),
  })
  .meta({ id: 'DriverArrivals' });
export type DriverArrivals = z.output<typeof DriverArrivalsAnswer>;
