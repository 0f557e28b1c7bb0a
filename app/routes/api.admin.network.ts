import { getNetwork, saveNetwork } from '~/domain/network/settings/network.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getNetwork, PATCH: saveNetwork });
