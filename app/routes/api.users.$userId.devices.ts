import { addDevice, listDevices } from '~/domain/tracking/devices.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listDevices, POST: addDevice });
