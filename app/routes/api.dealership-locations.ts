import * as z from 'zod/v4';
import { listDealershipLocations } from '~/domain/dealerships/queries.server';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(z.strictObject({}), ({ actor }) => listDealershipLocations(actor)),
});
