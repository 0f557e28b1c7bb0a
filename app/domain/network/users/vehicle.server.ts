/** Vehicles and skills of drivers, for planning. Admins set them, and dispatchers read them. */
import { fn } from 'sequelize';
import * as z from 'zod/v4';
import { row, rows } from 'db/connection';
import { User } from 'db/models/people';
import { administer, differences, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { command, query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { id, known, nameText, skillsRule } from '~/domain/kernel/schema';
import { DRIVES } from './queries.server';

/** Path ids. */
const atDriver = { driverId: id };

const SaveVehicle = z.strictObject({
  vehicle: nameText(100, 'Vehicle').default(''),
  capacity: z
    .int('Capacity must be a whole number')
    .min(0, 'Capacity must be a whole number')
    .max(100_000, 'Capacity is at most 100,000')
    .nullable()
    .default(null),
  skills: skillsRule.default([]),
});

const DriverAnswer = z
  .strictObject({
    id: known,
    name: z.string(),
    vehicle: z.string(),
    capacity: z.int().nullable().describe('In units of the size of tasks. Null: enough for everything'),
    skills: z.array(z.string()),
  })
  .meta({ id: 'Driver' });
export type Driver = z.output<typeof DriverAnswer>;

const DRIVERS = `select id, coalesce(nullif(name, ''), username) as name, vehicle, capacity, skills
  from users u where ${DRIVES}`;

export const listDrivers = query(
  { summary: 'Drivers with vehicle and skills', may: 'readUsers', answer: z.array(DriverAnswer) },
  () => rows<Driver>(`${DRIVERS} order by lower(coalesce(nullif(name, ''), username)), id`),
);

export const getDriver = query(
  { summary: 'One driver', may: 'readUsers', at: atDriver, answer: DriverAnswer },
  ({ driverId }) => requireDriver(driverId),
);

async function requireDriver(driverId: number): Promise<Driver> {
  const found = await row<Driver>(`${DRIVERS} and id = $driverId`, { driverId });
  if (!found) throw notFound('Driver');
  return found;
}

export const saveVehicle = command(
  {
    summary: 'Sets vehicle, capacity and skills of a driver',
    about: 'What is left out is emptied.',
    may: 'manageUsers',
    at: atDriver,
    input: SaveVehicle,
    answer: DriverAnswer,
  },
  ({ actor, driverId: id, input }) =>
    administer(actor, async () => {
      const before = await requireDriver(id);
      const { vehicle, capacity, skills } = before;
      const changes = differences({ vehicle, capacity, skills }, input);
      if (Object.keys(changes).length === 0) return before;
      await User.update({ ...input, updatedAt: fn('now') }, { where: { id } });
      await recordAdminEvent(actor, { act: 'user.vehicle', target: { id, name: before.name }, changes });
      return requireDriver(id);
    }),
);
