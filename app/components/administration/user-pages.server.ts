/** Functions for the pages of User Management. */
import type { LoaderFunctionArgs, ActionFunctionArgs } from '@remix-run/node';
import type { ManagedUser, SignInLink } from '~/domain/network/users/schema';
import { create } from 'qrcode';
import { getManagedUser } from '~/domain/network/users/queries.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { publicOrigin } from '~/http/origin.server';
import { usersPath } from './admin-links';
import type { QrSquares, ShownLink } from './sign-in-link';

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

/** Leads an accepted form of a user's page back to it. */
export const backToUser =
  (args: Pick<LoaderFunctionArgs, 'request' | 'params'>, title: string, describe = nameOf) =>
  (user: Named) => ({
    redirectTo: usersPath(new URL(args.request.url).search, `/${String(pathIdOr404(args.params.userId))}`),
    toast: { title, description: describe(user) },
  });

export const withUsername = ({ name, username }: Named) => `${name} (${username})`;

/** @returns null for a repeated form, which must not get the link again. */
export function shownLink({ request, context }: ActionFunctionArgs, made: SignInLink): ShownLink | null {
  const { id, name, username, phone, email, expiresAt, signInLink } = made;
  if (signInLink === undefined) return null;
  const url = publicOrigin(request, context) + signInLink;
  return { id, person: name || username, username, phone, email, expiresAt, url, qr: codeOf(url) };
}

/** Draws the dark squares as one SVG path. Each square is 1 unit wide. */
export function codeOf(text: string): QrSquares {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const squares = Array.from(modules.data, (isDark, index) =>
    isDark ? `M${String(index % size)} ${String(Math.floor(index / size))}h1v1h-1z` : '',
  );
  return { size, path: squares.join('') };
}
