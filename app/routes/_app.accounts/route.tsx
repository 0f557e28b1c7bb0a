import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation, useNavigate } from '@remix-run/react';
import { readAccountFilter } from '~/domain/accounts/filter';
import { getAccountsPage } from '~/domain/accounts/page.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { accountsPath, overAccounts } from '~/components/accounts/view';
import { focusSearch, useSingleKeys } from '~/components/board/keys';
import { staysBehind } from '~/components/stays-behind';
import { Stack } from '~/ui/layout';
import { AccountsCard } from './accounts-card';
import { Summary } from './summary';
import { SEARCH_ID } from './toolbar';
import { useFocusAfterDialog } from './use-focus-after-dialog';

export const meta: MetaFunction = () => [{ title: 'Accounts · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readAccounts');
  return load(() => getAccountsPage(actor, readAccountFilter(new URL(request.url).search)));
}

export const shouldRevalidate = staysBehind(accountsPath);

export default function Accounts() {
  const { totals, ...found } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const navigate = useNavigate();
  useSingleKeys({
    n: () => {
      navigate(overAccounts('/accounts/new', search), { preventScrollReset: true });
    },
    '/': () => {
      focusSearch(SEARCH_ID);
    },
  });
  useFocusAfterDialog();
  return (
    <>
      <Stack gap={4}>
        <Summary totals={totals} />
        <AccountsCard found={found} />
      </Stack>
      <Outlet />
    </>
  );
}
