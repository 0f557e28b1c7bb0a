import { useLocation } from '@remix-run/react';
import { readAccountFilter } from '~/domain/accounts/filter';
import { accountsPath, overAccounts } from '~/components/accounts/view';
import { buttonLook, LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { ClearSearch } from '~/ui/clear-search';
import { EmptyState } from '~/ui/empty';
import { Inline } from '~/ui/layout';
import { Pager, type Found } from './pager';
import { AccountTable } from './table';
import { SEARCH_ID, Toolbar } from './toolbar';
import { HEADING_ID } from './use-focus-after-dialog';

export function AccountsCard({ found }: { found: Found }) {
  const { search } = useLocation();
  const filter = readAccountFilter(search);
  const exportPath = accountsPath(search, { page: null }).replace('/accounts', '/accounts/export.csv');
  return (
    <Card
      title={
        <span id={HEADING_ID} tabIndex={-1}>
          Accounts
        </span>
      }
      level={1}
      flush
      actions={
        <Inline>
          <a href={exportPath} download {...buttonLook({})}>
            Export CSV
          </a>
          <LinkButton to={overAccounts('/accounts/import', search)} preventScrollReset>
            Import CSV
          </LinkButton>
          <LinkButton
            to={overAccounts('/accounts/new', search)}
            variant="primary"
            preventScrollReset
            aria-keyshortcuts="n"
          >
            Add Account
          </LinkButton>
        </Inline>
      }
    >
      <Toolbar />
      {found.rows.length > 0 ? (
        <>
          <AccountTable rows={found.rows} order={filter.order} />
          <Pager found={found} />
        </>
      ) : (
        <NothingFound text={filter.search} isFiltered={filter.type !== null} />
      )}
    </Card>
  );
}

function NothingFound({ text, isFiltered }: { text: string; isFiltered: boolean }) {
  const { search } = useLocation();
  if (text !== '') {
    return (
      <EmptyState
        action={<ClearSearch to={accountsPath(search, { q: null, page: null })} searchId={SEARCH_ID} />}
      >
        No accounts found matching &quot;{text}&quot;
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        isFiltered && (
          <LinkButton to={accountsPath(search, { type: null, page: null })} preventScrollReset>
            Show all types
          </LinkButton>
        )
      }
    >
      No accounts found
    </EmptyState>
  );
}
