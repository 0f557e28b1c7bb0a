import { Link, useLocation } from '@remix-run/react';
import type { AccountType } from '~/domain/accounts/fields';
import { readAccountFilter } from '~/domain/accounts/filter';
import { accountsPath } from '~/components/accounts/view';
import * as css from './accounts.css';

const CARDS = [
  { label: 'Total Accounts', type: null },
  { label: 'Dealerships', type: 'dealership' },
  { label: 'Vendors', type: 'vendor' },
  { label: 'Service Shops', type: 'shop' },
] as const;

/** How many accounts there are of each type; each number leads to them. */
export function Summary({ totals }: { totals: Record<AccountType, number> }) {
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
