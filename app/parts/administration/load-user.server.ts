import type { LoaderFunctionArgs } from '@remix-run/node';
import { getManagedUser } from '~/domain/users/managed.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';

/** The user of the address, for an admin. */
export async function loadUser({ request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>) {
  const actor = await requireRole(request, 'admin');
  const user = await load(() => getManagedUser(actor, pathIdOr404(params.userId)));
  return { actor, user, person: user.name || user.username };
}
