/** The address manager without an account. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { requireRole } from '~/http/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireRole(request, 'dispatcher');
  return redirect('/accounts/none/addresses');
}
