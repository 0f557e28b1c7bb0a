import { revokeDevice } from '~/domain/tracking/devices.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ DELETE: revokeDevice });
