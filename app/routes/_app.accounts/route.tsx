import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, Outlet, useLoaderData, useLocation, useMatches, useNavigate } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { accountsPath, overAccounts } from '~/components/accounts/accounts-links';
import { skipRevalidationUnderDialog } from '~/forms/view-params';
import type { AccountType } from '~/domain/network/accounts/fields';
import { readAccountFilter } from '~/domain/network/accounts/filter';
import { getAccountsPage } from '~/domain/network/accounts/page.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { focusSearch, useSingleKeys } from '~/components/board/keys';
import { Stack } from '~/ui/layout';
import { AccountsCard, HEADING_ID, SEARCH_ID } from './accounts-card';
import * as css from './accounts.css';

export const meta: MetaFunction = () => [{ title: 'Accounts · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readAccounts');
  return load(() => getAccountsPage(actor, readAccountFilter(new URL(request.url).search)));
}

export const shouldRevalidate = skipRevalidationUnderDialog(accountsPath);

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

const CARDS = [
  { label: 'Total Accounts', type: null },
  { label: 'Dealerships', type: 'dealership' },
  { label: 'Vendors', type: 'vendor' },
  { label: 'Service Shops', type: 'shop' },
] as const;

/** The number of accounts of each type, with links to them. */
function Summary({ totals }: { totals: Record<AccountType, number> }) {
  const { search } = useLocation();
  const { type: shown } = readAccountFilter(search);
  const all = totals.dealership + totals.vendor + totals.shop;
  return (
    <ul className={css.summary} aria-label="Accounts by type">
      {CARDS.map(({ label, type }) => (
        <li key={label}>
          <Link
            to={accountsPath(search, { type, page: null })}
            className={css.figure}
            aria-current={type === shown ? 'true' : undefined}
            preventScrollReset
          >
            <b>{(type === null ? all : totals[type]).toLocaleString('en-US')}</b>
            <span>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/**
 * A dialog returns the focus to the element that opened it. If that is gone, for example with a deleted account, the
 * heading gets the focus.
 */
function useFocusAfterDialog(): void {
  const hasDialog = useMatches().at(-1)?.pathname !== '/accounts';
  const had = useRef(hasDialog);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (had.current && !hasDialog && isLost) document.getElementById(HEADING_ID)?.focus();
    had.current = hasDialog;
  }, [hasDialog]);
}
