/**
 * The board's tools in the header: New Task, and the search as a plain GET form, which submits itself with JavaScript.
 */
import { Form, useLocation } from '@remix-run/react';
import { boardView, useViewLink } from '~/components/board/board-links';
import { changedParams, KeptFields } from '~/forms/view-params';
import { LinkButton } from '~/ui/button';
import { Input } from '~/ui/field';
import { useAimedSearch } from '~/ui/use-aimed-search';
import { useFilterForm } from '~/ui/use-filter-form';
import { readFilters } from './filters';
import * as css from './tools.css';
import { SEARCH_ID } from './use-board-keys';

const LIST = /^\/dispatcher\/drivers\/[^/]+$/;

export function HeaderTools() {
  const viewLink = useViewLink();
  return (
    <div className={css.tools}>
      <Search />
      <LinkButton
        to={viewLink('/dispatcher/tasks/new')}
        variant="primary"
        size="form"
        preventScrollReset
        aria-keyshortcuts="n"
      >
        New Task
        <kbd className={css.key} aria-hidden="true">
          N
        </kbd>
      </LinkButton>
    </div>
  );
}

function Search() {
  const search = useAimedSearch();
  const { text } = readFilters(search);
  const form = useFilterForm({ q: text });
  const { pathname } = useLocation();
  // The search keeps an open list open.
  const action = LIST.test(pathname) ? pathname : '/dispatcher';
  const kept = changedParams(action === pathname ? search : boardView(search), { q: null });
  return (
    <Form {...form} action={action} className={css.search} role="search">
      <KeptFields search={kept} />
      <Input
        id={SEARCH_ID}
        type="search"
        name="q"
        defaultValue={text}
        placeholder="Invoice, part, customer, driver"
        aria-label="Search tasks and drivers"
        aria-keyshortcuts="/"
        autoComplete="off"
        maxLength={100}
      />
      <kbd className={css.slash} aria-hidden="true">
        /
      </kbd>
    </Form>
  );
}
