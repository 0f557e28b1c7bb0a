/** Vehicles and skills of drivers, for planning. Admins set them, and dispatchers read them. */
import { fn } from 'sequelize';
import { row, rows } from 'db/connection';
import { User } from 'db/models/people';
import * as z from 'zod/v4';
import { administer, differences, recordAdminEvent } from '~/domain/platform/audit/log.server';
import { command, query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { atDriver, DriverAnswer, SaveVehicle, type Driver } from './vehicle-schema';
import { DRIVES } from './drives.server';

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
