import { useEffect, useRef, type RefObject } from 'react';
import { rowsOf } from '~/components/stop-order/use-numbers';

type Place = { element: HTMLElement; stop: string | undefined; index: number; what: string };

/**
 * A row that moves or leaves takes the focus with it, also when a colleague moves it: it is set again, on the row or on
 * the one that took its place.
 * @returns the key of the stop that is being moved, for its caller to set.
 */
export function useKeptPlace(list: RefObject<HTMLElement>) {
  const moving = useRef<string | null>(null);
  const last = useRef<Place | null>(null);
  useEffect(() => {
    const note = ({ target, type }: Event) => {
      // A menu is open for its row.
      if (!(target instanceof HTMLElement) || target.closest('[role="menu"]')) return;
      const item = target.closest<HTMLElement>('li[data-stop]');
      const isInList = type === 'focusin' && item !== null && item.parentElement === list.current;
      last.current = isInList
        ? {
            element: target,
            stop: item.dataset.stop,
            index: rowsOf(list.current).indexOf(item),
            what: 'menu' in target.dataset ? '[data-menu]' : '[name="position"], [data-row]',
          }
        : null;
    };
    // What is pressed may get the focus, and then is noted; else it was left on purpose.
    document.addEventListener('pointerdown', note);
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('pointerdown', note);
      document.removeEventListener('focusin', note);
    };
  }, [list]);
  // After every change of the list, because each can remove the focused row.
  useEffect(() => {
    if (!last.current || document.activeElement !== document.body) return;
    const rows = rowsOf(list.current);
    const { element, stop, index, what } = last.current;
    const wanted = moving.current ?? stop;
    const row =
      rows.find((each) => each instanceof HTMLElement && each.dataset.stop === wanted) ??
      rows[Math.min(index, rows.length - 1)];
    if (moving.current === null && row?.contains(element)) {
      element.focus({ preventScroll: true });
      return;
    }
    const next = row?.querySelector<HTMLElement>(what) ?? row?.querySelector<HTMLElement>('[data-row]');
    (next ?? list.current?.closest('dialog')?.querySelector<HTMLElement>('h2'))?.focus();
    moving.current = null;
  });
  return moving;
}
