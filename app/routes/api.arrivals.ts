import { listArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listArrivals });
