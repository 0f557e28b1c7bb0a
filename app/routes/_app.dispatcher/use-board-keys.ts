/** Keys for dispatching without a mouse: n, /, ? and the arrow keys. */
import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { focusSearch, isTyping, useSingleKeys } from '~/components/board/keys';
import { useViewLink } from '~/components/board/board-links';
import { useNewTask } from './use-new-task';

export const SEARCH_ID = 'board-search';

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
