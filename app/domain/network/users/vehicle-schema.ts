/** The facts about drivers that plans need, as the API takes and returns them. */
import * as z from 'zod/v4';
import { known } from '~/domain/kernel/answers';
import { id, nameText, skillsRule } from '~/domain/kernel/schema';

/** Path ids. */
export const atDriver = { driverId: id };

export const SaveVehicle = z.strictObject({
  vehicle: nameText(100, 'Vehicle').default(''),
  capacity: z
    .int('Capacity must be a whole number')
    .min(0, 'Capacity must be a whole number')
    .max(100_000, 'Capacity is at most 100,000')
    .nullable()
    .default(null),
  skills: skillsRule.default([]),
});

export const DriverAnswer = z
  .strictObject({
    id: known,
    name: z.string(),
    vehicle: z.string(),
    capacity: z.int().nullable().describe('In units of the size of tasks. Null: enough for everything'),
    skills: z.array(z.string()),
  })
  .meta({ id: 'Driver' });
export type Driver = z.output<typeof DriverAnswer>;
