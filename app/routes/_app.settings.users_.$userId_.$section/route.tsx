/** The addresses of the former dialogs about a user. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { usersPath } from '~/components/administration/admin-links';
import { loadUser } from '~/components/administration/user-pages.server';

const SECTIONS = ['profile', 'roles', 'vehicle', 'devices', 'password', 'link'];

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await loadUser(args);
  const { section = '' } = args.params;
  if (!SECTIONS.includes(section)) throw new Response('Not found', { status: 404 });
  const page = usersPath(new URL(args.request.url).search, `/${String(user.id)}`);
  return redirect(`${page}#${section}`, 308);
}
