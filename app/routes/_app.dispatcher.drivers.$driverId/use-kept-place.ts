import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

type Place = { index: number; what: string };

/**
 * A row that moves or leaves takes the focus with it: it is set again, on the row or on the one that took its place.
 * @returns the key of the stop that is being moved, for its caller to set.
 */
export function useKeptPlace(list: RefObject<HTMLElement>) {
  const moving = useRef<string | null>(null);
  const last = useRef<Place | null>(null);
  useEffect(() => {
    const note = ({ target, type }: Event) => {
      // A menu is open for its row.
      if (!(target instanceof HTMLElement) || target.closest('[role="menu"]')) return;
      const item = target.closest('li[data-stop]');
      const isInList = type === 'focusin' && item !== null && item.parentElement === list.current;
      last.current = isInList
        ? {
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
    const { index, what } = last.current;
    const row =
      rows.find((each) => each instanceof HTMLElement && each.dataset.stop === moving.current) ??
      rows[Math.min(index, rows.length - 1)];
    const next = row?.querySelector<HTMLElement>(what) ?? row?.querySelector<HTMLElement>('[data-row]');
    (next ?? list.current?.closest('dialog')?.querySelector<HTMLElement>('h2'))?.focus();
    moving.current = null;
  });
  return moving;
}

// The server renders the numbers that it knows.
const useBrowserEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Numbers the rows that are shown. In place, as a row that moves changes the numbers of all others. */
export function useNumbers(list: RefObject<HTMLElement>): void {
  useBrowserEffect(() => {
    rowsOf(list.current).forEach((row, index) => {
      const number = String(index + 1);
      const field = row.querySelector<HTMLInputElement>('[name="position"]');
      const text = field ? null : row.querySelector('[data-number]');
      if (text && text.textContent !== number) text.textContent = number;
      if (!field || field.defaultValue === number) return;
      // Not what somebody is typing.
      const isTyped = field === document.activeElement && field.value !== field.defaultValue;
      field.defaultValue = number;
      if (!isTyped) field.value = number;
    });
  });
}

const rowsOf = (list: HTMLElement | null): Element[] => [
  ...(list?.querySelectorAll(':scope > li:not([hidden])') ?? []),
];
