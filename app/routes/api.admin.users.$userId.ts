import * as z from 'zod/v4';
import { deleteUser } from '~/domain/users/access.server';
import { getManagedUser } from '~/domain/users/managed.server';
import { api, pathId, read, write } from '~/http/api.server';

const Nothing = z.strictObject({});

export const { loader, action } = api({
  GET: read(Nothing, ({ actor, params }) => getManagedUser(actor, pathId(params.userId))),
  DELETE: write(Nothing, ({ actor, params }) => deleteUser(actor, pathId(params.userId))),
});
