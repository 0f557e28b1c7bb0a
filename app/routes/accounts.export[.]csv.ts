import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportAccounts } from '~/domain/network/accounts/page.server';
import { readAccountFilter } from '~/domain/network/accounts/filter';
import { csvResponse } from '~/http/downloads.server';
import { requirePage } from '~/http/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readAccounts');
  return csvResponse('accounts.csv', exportAccounts(actor, readAccountFilter(new URL(request.url).search)));
}
