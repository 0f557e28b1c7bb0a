/**
 * The dashboard's tools in the header: its keys, and the search as a plain GET form, which submits itself with
 * JavaScript.
 */
import { Form, Link, useLocation, useNavigate, useNavigation } from '@remix-run/react';
import { useCallback, useEffect } from 'react';
import { boardView, useViewLink } from '~/components/board/board-links';
import { changedParams, KeptFields } from '~/forms/view-params';
import { NEW_TASK } from '~/components/board/new-task';
import { Input } from '~/ui/field';
import { useAimedSearch, useFilterForm } from '~/ui/filter-form';
import { focusSearch, isTyping, useSingleKeys } from '~/components/board/keys';
import { useStay } from '~/components/offline/use-stay';
import { deliverTypedAhead, endTypedAhead, typeAhead } from '~/ui/typed-ahead';
import { readFilters } from './filters';
import * as css from './board.css';

const LIST = /^\/dispatcher\/drivers\/[^/]+$/;

export function HeaderTools() {
  const viewLink = useViewLink();
  return (
    <>
      <Search />
      <Link
        to={viewLink('/dispatcher/keys')}
        className={css.keys}
        preventScrollReset
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        aria-keyshortcuts="?"
      >
        <kbd>?</kbd>
      </Link>
    </>
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

/** Keys for dispatching without a mouse: n, /, ? and the arrow keys. */
const SEARCH_ID = 'board-search';

export function useBoardKeys(): void {
  const navigate = useNavigate();
  const viewLink = useViewLink();
  const open = (to: string) => {
    navigate(viewLink(to), { preventScrollReset: true });
  };
  const newTask = useNewTask(open);
  useSingleKeys({
    n: newTask,
    '?': () => {
      open('/dispatcher/keys');
    },
    '/': () => {
      focusSearch(SEARCH_ID);
    },
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      if (step(event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, []);
}

/**
 * Moves the focus along the rows of the board, of the modal dialog, or of the panel. Down from the search box leads to
 * the first row.
 */
function step(by: 1 | -1): boolean {
  const focused = document.activeElement;
  const place = document.querySelector('dialog:modal') ?? focused?.closest('dialog') ?? null;
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].filter(
    (row) => row.closest('dialog') === place,
  );
  const at = focused instanceof HTMLElement ? rows.indexOf(focused) : -1;
  const fromElsewhere = at < 0;
  if (fromElsewhere && isTyping(focused) && focused?.id !== SEARCH_ID) return false;
  // Elsewhere on the page the arrow keys scroll.
  if (fromElsewhere && focused !== document.body && focused?.id !== SEARCH_ID) return false;
  if (fromElsewhere && by < 0) return false;
  if (at === 0 && by < 0 && place === null) {
    focusSearch(SEARCH_ID);
    return true;
  }
  const row = rows[at + by];
  row?.focus();
  return row !== undefined;
}

/**
 * Keeps keys that are typed while the dialog for a new task is loading, which is slow on a slow connection or
 * processor.
 * @returns a function that opens the dialog from a key.
 */
function useNewTask(open: (to: string) => void): () => void {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const isComing = state === 'loading' && location.pathname === NEW_TASK;
  const stay = useStay();
  const begin = useCallback(() => {
    typeAhead(stay);
  }, [stay]);
  useEffect(() => {
    if (isComing) begin();
    // The dialog's effects run before those of the page below it, so the dialog has the focus now.
    else if (pathname === NEW_TASK) void deliverTypedAhead();
    else if (state === 'idle') endTypedAhead();
  }, [isComing, state, pathname, begin]);
  useEffect(() => {
    // The first keys after a click may come before the navigation is rendered.
    const click = ({ target, defaultPrevented }: MouseEvent) => {
      const isNewTask = target instanceof Element && target.closest(`a[href^="${NEW_TASK}"]`) !== null;
      // Only a click that the router handles is prevented. Any other may open a new tab.
      if (isNewTask && defaultPrevented) begin();
    };
    window.addEventListener('click', click);
    return () => {
      window.removeEventListener('click', click);
    };
  }, [begin]);
  return () => {
    // Further keys may come before the navigation is rendered.
    begin();
    open(NEW_TASK);
  };
}
