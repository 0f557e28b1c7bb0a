import { Link, useLocation } from '@remix-run/react';
import { ACCOUNT_TYPE_LABELS } from '~/domain/network/accounts/fields';
import type { AccountRow } from '~/domain/network/accounts/page.server';
import { accountsPath, overAccounts } from '~/components/accounts/accounts-links';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import * as css from './accounts.css';

type Props = { rows: AccountRow[]; order: 'asc' | 'desc' };

export function AccountTable({ rows, order }: Props) {
  const { search } = useLocation();
  const body = useLinksInPlace<HTMLTableSectionElement>();
  const [next, sign, said] = order === 'asc' ? ['desc', '▲', 'Z to A'] : [null, '▼', 'A to Z'];
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col" aria-sort={order === 'asc' ? 'ascending' : 'descending'}>
            <Link
              to={accountsPath(search, { sort: next, page: null })}
              className={css.sort}
              title={`Sort ${said}`}
              preventScrollReset
            >
              Name <span aria-hidden="true">{sign}</span>
            </Link>
          </th>
          <th scope="col">Type</th>
          <th scope="col">Location</th>
          <th scope="col">Phone</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((account) => (
          <Row key={account.id} account={account} search={search} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ account, search }: { account: AccountRow; search: string }) {
  const { id, name, accountType, location, phone } = account;
  const path = `/accounts/${String(id)}`;
  const shownName = name.toUpperCase();
  return (
    <tr className={css.row}>
      <th scope="row" className={css.name}>
        {shownName}
      </th>
      <td className={css.type}>{ACCOUNT_TYPE_LABELS[accountType]}</td>
      <td className={css.location}>
        <a href={overAccounts(`${path}/addresses`, search)} className={css.quiet}>
          {location === null ? 'No address' : location.toUpperCase()}
        </a>
      </td>
      <td className={css.phone}>{phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}</td>
      <td className={css.actions}>
        <a href={overAccounts(`${path}/edit`, search)} aria-label={`Edit ${shownName}`} className={css.act}>
          Edit
        </a>
        <a
          href={overAccounts(`${path}/delete`, search)}
          aria-label={`Delete ${shownName}`}
          className={css.danger}
        >
          Delete
        </a>
      </td>
    </tr>
  );
}
