import { listDrivers } from '~/domain/network/users/vehicle.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listDrivers });
