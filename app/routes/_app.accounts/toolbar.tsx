import { Form, Link } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { ACCOUNT_TYPE_LABELS } from '~/domain/accounts/fields';
import { readAccountFilter } from '~/domain/accounts/filter';
import { accountsPath } from '~/components/accounts/view';
import { Button } from '~/ui/button';
import { Input, Select } from '~/ui/field';
import { useAimedSearch } from '~/ui/use-aimed-search';
import { useFilterForm } from '~/ui/use-filter-form';
import * as css from './accounts.css';

export const SEARCH_ID = 'accounts-search';

/** Search and filter: a plain GET form. With JavaScript it sends itself. */
export function Toolbar() {
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
