import { putOrder } from '~/domain/tasks/lifecycle/orders.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ PUT: putOrder });
