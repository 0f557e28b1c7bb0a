import { getWhere } from '~/domain/customers/where/where.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getWhere });
