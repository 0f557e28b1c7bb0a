import { getTrail } from '~/domain/tracking/trail.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getTrail });
