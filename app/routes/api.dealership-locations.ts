import { listDealershipLocations } from '~/domain/network/dealerships/dealerships.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listDealershipLocations });
