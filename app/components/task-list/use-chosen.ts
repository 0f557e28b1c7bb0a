/**
 * The checked tasks of a list. The checkboxes are fields of a form, so they work before hydration and no row renders.
 */
import { useNavigation } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';

const taskBoxes = (place: ParentNode | null) => [
  ...(place?.querySelectorAll<HTMLInputElement>('input[name="taskIds"][type="checkbox"]') ?? []),
];

/**
 * @param shown must change when other tasks are listed.
 * @param answer of the page's action. Without one a sent form has succeeded.
 */
export function useChosen(list: RefObject<HTMLElement>, shown: unknown, answer: unknown) {
  const [count, setCount] = useState(0);
  const anchor = useRef<Element | null>(null);
  const ticked = useRef(new Set<string>());
  const recount = useCallback(() => {
    for (const all of list.current?.querySelectorAll<HTMLInputElement>('input[data-all]') ?? []) {
      const boxes = taskBoxes(all.closest('li'));
      const chosen = boxes.filter(({ checked }) => checked).length;
      all.checked = boxes.length > 0 && chosen === boxes.length;
      all.indeterminate = chosen > 0 && chosen < boxes.length;
    }
    const chosen = taskBoxes(list.current).filter(({ checked }) => checked);
    ticked.current = new Set(chosen.map(({ value }) => value));
    setCount(chosen.length);
  }, [list]);
  useEffect(() => {
    // React may make a moved row anew, without its checkmarks.
    for (const box of taskBoxes(list.current)) if (ticked.current.has(box.value)) box.checked = true;
    recount();
  }, [list, recount, shown]);

  const tick = useCallback((places: Iterable<Element | null>, checked: boolean) => {
    for (const place of places) for (const box of taskBoxes(place)) box.checked = checked;
  }, []);
  const clear = useCallback(() => {
    taskBoxes(list.current)[0]?.form?.reset();
    recount();
  }, [list, recount]);
  useForgetting(clear, answer);

  /** Handles a click in the list. With Shift it checks all stops from the last clicked one. */
  const click = useCallback(
    (event: MouseEvent<HTMLElement>) => {
      const target = event.target instanceof Element ? event.target : null;
      const item = target?.closest('li[data-stop]') ?? null;
      const box = target?.closest<HTMLInputElement>('input[type="checkbox"]') ?? null;
      if (!item || (!box && !event.shiftKey)) return;
      const checked = box ? box.checked : true;
      if (box && 'all' in box.dataset) tick([item], checked);
      if (event.shiftKey) {
        if (!box) event.preventDefault();
        const items = [...(item.parentElement?.children ?? [])];
        const from = anchor.current ? items.indexOf(anchor.current) : -1;
        const ends = [from < 0 ? items.indexOf(item) : from, items.indexOf(item)].sort((a, b) => a - b);
        tick(items.slice(ends[0], (ends[1] ?? 0) + 1), checked);
      }
      anchor.current = item;
      recount();
    },
    [tick, recount],
  );
  const ids = () =>
    taskBoxes(list.current)
      .filter(({ checked }) => checked)
      .map(({ value }) => Number(value));
  const toggleAll = () => {
    tick(
      [list.current],
      taskBoxes(list.current).some(({ checked }) => !checked),
    );
    recount();
  };
  return { count, click, recount, ids, toggleAll };
}

/** Clears the choice after a success, and keeps it after a refusal. */
function useForgetting(clear: () => void, answer: unknown): void {
  const { state, formMethod } = useNavigation();
  const wasSent = useRef(false);
  useEffect(() => {
    if (formMethod === 'POST') wasSent.current = true;
    if (state !== 'idle' || !wasSent.current) return;
    wasSent.current = false;
    if (answer === undefined) clear();
  }, [state, formMethod, answer, clear]);
}
