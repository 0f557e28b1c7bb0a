/** Suggested routes as the API answers them. */
import * as z from 'zod/v4';
import { count, known, point } from '~/domain/answers';
import type { LatLng } from './coordinates';

export type SuggestedStop = {
  taskIds: number[];
  location: string;
  address: string;
  /** Null when it has no coordinates. */
  at: LatLng | null;
  /** Minutes from now, if the driver starts now; null when unknown. */
  minutesUntilArrival: number | null;
  /** Minutes after the promised time; 0 when in time, or when none was promised. */
  minutesLate: number;
};

export type SuggestedRoute = {
  /** All active tasks, in the order in which their stops should be visited. */
  suggestedOrder: { id: number; location: string; address: string }[];
  /** The same order by stop. */
  stops: SuggestedStop[];
  /** The driver's start; null when unknown. */
  start: LatLng | null;
  /** Distance and time include the way back to the start. */
  returnsToDealership: boolean;
  /** Minutes, compared with the present order; never below 0. */
  estimatedTimeSavings: number;
  /** Metres. */
  totalDistance: number;
  /** Minutes, with the time at stops. */
  totalDuration: number;
  /** At least some distances are estimated from straight lines. */
  estimated: boolean;
  /** Tells the user when these are not the configured roads. */
  note: string | null;
  /** Ids of tasks without coordinates. Their stops only count in the time at stops. */
  withoutCoordinates: number[];
};

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
          minutesLate: count.describe('After the time that was promised'),
        }),
      )
      .describe('The same by stop'),
    start: point.nullable().describe('Where the driver sets out'),
    returnsToDealership: z.boolean().describe('Whether distance and time include the way back'),
    estimatedTimeSavings: count.describe('Minutes, against the order of now'),
    totalDistance: count.describe('Metres'),
    totalDuration: count.describe('Minutes, the stops themselves included'),
    estimated: z.boolean().describe('Whether distances are straight lines made longer'),
    note: z.string().nullable().describe('Why the roads are not those that the settings promise'),
    withoutCoordinates: z.array(known).describe('Tasks whose place nobody knows'),
  })
  .meta({ id: 'SuggestedRoute' }) satisfies z.ZodType<SuggestedRoute>;
