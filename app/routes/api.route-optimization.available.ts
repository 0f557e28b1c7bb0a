import { routesAvailable } from '~/domain/scheduling/route-order/suggest.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: routesAvailable });
