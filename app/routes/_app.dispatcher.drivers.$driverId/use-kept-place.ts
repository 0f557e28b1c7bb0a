import { useEffect, useRef, type RefObject } from 'react';
import { rowsOf } from '~/components/stop-order/order-list';

type Place = { element: HTMLElement; stop: string | undefined; index: number; what: string };

/**
 * Keeps the focus in the list when a row moves or leaves, even if a colleague moves it. It goes to the same row, or to
 * the row that took its place.
 * @returns the key of the stop that is being moved. The caller sets it.
 */
export function useKeptPlace(list: RefObject<HTMLElement>) {
  const moving = useRef<string | null>(null);
  const last = useRef<Place | null>(null);
  useEffect(() => {
    const note = ({ target, type }: Event) => {
      // A menu belongs to its row, so the focus has not left the row.
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
    // A press forgets the place, because it may leave the list on purpose. If it focuses a row, `focusin` notes that
    // row.
    document.addEventListener('pointerdown', note);
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('pointerdown', note);
      document.removeEventListener('focusin', note);
    };
  }, [list]);
  // Runs after every rendering, because any change can remove the focused row.
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
