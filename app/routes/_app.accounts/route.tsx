import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, Outlet, useLoaderData, useLocation, useMatches, useNavigate } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { HeaderTools } from '~/components/board/new-task';
import { accountsPath, overAccounts } from '~/components/accounts/accounts-links';
import { skipRevalidationUnderDialog } from '~/forms/view-params';
import { ACCOUNT_TYPE_LABELS, type AccountType } from '~/domain/network/accounts/fields';
import { PAGE_SIZE, readAccountFilter } from '~/domain/network/accounts/filter';
import { getAccountsPage, type AccountRow, type AccountsPage } from '~/domain/network/accounts/page.server';
import { importToTell } from '~/domain/network/account-import/commands.server';
import type { ImportJob } from '~/domain/network/accounts/schema';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { focusSearch, useSingleKeys } from '~/components/board/keys';
import { Inline, Stack } from '~/ui/layout';
import { EmptyState } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { ExportLink } from '~/ui/export-link';
import { Card } from '~/ui/card';
import { Input, Select } from '~/ui/field';
import { useAimedSearch, useFilterForm } from '~/ui/filter-form';
import { ClearSearch } from '~/ui/clear-search';
import * as icon from '~/ui/icon.css';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import { WorkNote } from '~/ui/work-note';
import * as css from './accounts.css';

export const meta: MetaFunction = () => [{ title: 'Accounts · Parts Dispatch' }];

export const handle = { HeaderTools };

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readAccounts');
  return load(async () => {
    const [found, imported] = await Promise.all([
      getAccountsPage(actor, readAccountFilter(new URL(request.url).search)),
      importToTell(actor),
    ]);
    return { ...found, imported };
  });
}

export const shouldRevalidate = skipRevalidationUnderDialog(accountsPath);

export default function Accounts() {
  const { totals, imported, ...found } = useLoaderData<typeof loader>();
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
        <WorkNote
          loaded={imported}
          pathOf={({ id }) => `/api/accounts/imports/${String(id)}`}
          isOver={isImported}
          title={importSentence}
          shareOf={({ linesDone, lineCount }) => linesDone / Math.max(1, lineCount)}
          to={({ id }) => overAccounts(`/accounts/import?result=${String(id)}`, search)}
        />
        <Summary totals={totals} />
        <AccountsCard found={found} />
      </Stack>
      <Outlet />
    </>
  );
}

const isImported = ({ state }: ImportJob) => state === 'done' || state === 'failed';

function importSentence({ state, fileName, imported, rejected }: ImportJob): string {
  if (state === 'failed') return `${fileName} could not be imported.`;
  if (state !== 'done') return `Importing ${fileName}.`;
  const count = (value: number) => value.toLocaleString('en-US');
  return `${fileName} has been imported: ${count(imported)} new, ${count(rejected)} rejected.`;
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

function AccountsCard({ found }: { found: Found }) {
  const { search } = useLocation();
  const filter = readAccountFilter(search);
  const exportPath = accountsPath(search, { page: null }).replace('/accounts', '/accounts/export.csv');
  return (
    <Card
      title={
        <span id={HEADING_ID} tabIndex={-1} data-resume="">
          Accounts
        </span>
      }
      level={1}
      flush
      actions={
        <Inline>
          <ExportLink to={exportPath} />
          <LinkButton to={overAccounts('/accounts/messages', search)} preventScrollReset>
            Messages
          </LinkButton>
          <LinkButton to={overAccounts('/accounts/import', search)} preventScrollReset>
            <span aria-hidden="true" className={icon.upload} />
            Import CSV
          </LinkButton>
          <LinkButton
            to={overAccounts('/accounts/new', search)}
            variant="primary"
            preventScrollReset
            aria-keyshortcuts="n"
          >
            <span aria-hidden="true" className={icon.plus} />
            Add New Account
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

const HEADING_ID = 'accounts';
const SEARCH_ID = 'accounts-search';

/** Search and filter in a plain GET form, which submits itself with JavaScript. */
function Toolbar() {
  const search = useAimedSearch();
  const { search: text, type, order } = readAccountFilter(search);
  const hydrated = useHydrated();
  const form = useFilterForm({ q: text, type: type ?? '' });
  return (
    <Form {...form} action="/accounts" className={css.toolbar} role="search">
      {order === 'desc' && <input type="hidden" name="sort" value="desc" />}
      <div className={css.searchBox}>
        <Input
          id={SEARCH_ID}
          type="search"
          name="q"
          defaultValue={text}
          placeholder="Search accounts by name"
          aria-label="Search accounts by name"
          aria-keyshortcuts="/"
          autoComplete="off"
          maxLength={200}
        />
      </div>
      {text !== '' && (
        <Link to={accountsPath(search, { q: null, page: null })} className={css.clear} preventScrollReset>
          Clear
        </Link>
      )}
      <Select name="type" aria-label="Account type" defaultValue={type ?? ''}>
        <option value="">All types</option>
        {Object.entries(ACCOUNT_TYPE_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {!hydrated && <Button>Search</Button>}
    </Form>
  );
}

type Found = Omit<AccountsPage, 'totals'>;

const shown = (count: number) => count.toLocaleString('en-US');

/** Shows which part of the found accounts is on this page, with links to the other pages. */
function Pager({ found: { rows, matching, page } }: { found: Found }) {
  const { search } = useLocation();
  const last = Math.ceil(matching / PAGE_SIZE);
  const first = (page - 1) * PAGE_SIZE + 1;
  const steps = [
    { label: 'First', to: 1 },
    { label: 'Previous', to: page - 1 },
    { label: 'Next', to: page + 1 },
    { label: 'Last', to: last },
  ];
  return (
    <div className={css.pager}>
      <p role="status">
        Showing {shown(first)}–{shown(first + rows.length - 1)} of {shown(matching)}
      </p>
      {last > 1 && (
        <nav aria-label="Pages of accounts">
          <Inline gap={1}>
            {steps.map(({ label, to }) =>
              to >= 1 && to <= last && to !== page ? (
                <LinkButton key={label} to={accountsPath(search, { page: to === 1 ? null : String(to) })}>
                  {label}
                </LinkButton>
              ) : (
                <span key={label} className={css.noStep} aria-hidden="true">
                  {label}
                </span>
              ),
            )}
          </Inline>
        </nav>
      )}
    </div>
  );
}

type Props = { rows: AccountRow[]; order: 'asc' | 'desc' };

function AccountTable({ rows, order }: Props) {
  const { search } = useLocation();
  const body = useLinksInPlace<HTMLTableSectionElement>();
  const [next, sign, said] =
    order === 'asc' ? ['desc', icon.chevronUp, 'Z to A'] : [null, icon.chevronDown, 'A to Z'];
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
              Name <span aria-hidden="true" className={sign} />
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
  return (
    <tr className={css.row}>
      <th scope="row" className={css.name}>
        {name}
      </th>
      <td className={css.type}>{ACCOUNT_TYPE_LABELS[accountType]}</td>
      <td className={css.location}>
        <a href={overAccounts(`${path}/addresses`, search)} className={css.quiet}>
          {location === null ? 'No address' : <span className={css.capitals}>{location}</span>}
        </a>
      </td>
      <td className={css.phone}>{phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}</td>
      <td className={css.actions}>
        <a href={overAccounts(`${path}/edit`, search)} aria-label={`Edit ${name}`} className={css.act}>
          Edit
        </a>
        <a href={overAccounts(`${path}/delete`, search)} aria-label={`Delete ${name}`} className={css.danger}>
          Delete
        </a>
      </td>
    </tr>
  );
}
