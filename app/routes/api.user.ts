import * as z from 'zod/v4';
import { getCurrentUser } from '~/domain/users/queries.server';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(z.strictObject({}), ({ actor }) => getCurrentUser(actor)),
});
