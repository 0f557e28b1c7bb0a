/** Functions for the dialogs of User Management. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ManagedUser } from '~/domain/network/users/schema';
import { getManagedUser } from '~/domain/network/users/queries.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { usersPath } from './admin-links';

type Named = Pick<ManagedUser, 'name' | 'username'>;
const nameOf = ({ name, username }: Named) => name || username;

/** Loads the user that the path names. */
export async function loadUser({ request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>) {
  const actor = await requirePage(request, getManagedUser.spec.may);
  const user = await load(() => getManagedUser({ actor, userId: pathIdOr404(params.userId) }));
  return { actor, user, person: nameOf(user) };
}

/** Leads an accepted form back to the list of users. */
export const backToUsers =
  (
    { request }: Pick<LoaderFunctionArgs, 'request'>,
    title: string,
    describe: (user: Named) => string = nameOf,
  ) =>
  (user: Named) => ({
    redirectTo: usersPath(new URL(request.url).search),
    toast: { title, description: describe(user) },
  });

export const withUsername = ({ name, username }: Named) => `${name} (${username})`;
