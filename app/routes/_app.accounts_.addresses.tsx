/** The address manager without an account. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { requirePage } from '~/http/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requirePage(request, 'readAccounts');
  return redirect('/accounts/none/addresses');
}
