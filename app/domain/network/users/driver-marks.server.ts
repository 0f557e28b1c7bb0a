/** Reads the colors and initials of all drivers. */
import { Op } from 'sequelize';
import { User } from 'db/models/people';
import { rolesWith } from '~/domain/kernel/permissions';
import { driverMarks, type DriverMark } from './driver-marks';

export async function readDriverMarks(): Promise<Map<number, DriverMark>> {
  const roles = { [Op.overlap]: rolesWith('haveRoute') };
  return driverMarks(await User.findRows(['id', 'name', 'username'], { where: { roles } }));
}
