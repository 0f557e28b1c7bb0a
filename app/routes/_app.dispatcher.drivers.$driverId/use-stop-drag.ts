/**
 * Drags a stop by its handle: within the list to order it, or onto a row of the board to give it to that driver. No row
 * renders during a drag, so a long list is as fast as a short one.
 */
import { useCallback, useEffect, useRef, type PointerEvent as ReactPointerEvent } from 'react';
import * as css from './list.css';

type Drops = {
  /** Called with the key of the stop and its new index among the movable stops. */
  onSort: (place: string, index: number) => void;
  /** @param driverId null for the unassigned list. */
  onGive: (place: string, driverId: number | null) => void;
  /** True when the list has an order. */
  sorts: boolean;
};

/** A shorter movement does not start a drag. */
const LEAST_PX = 8;
/** The list scrolls while the pointer is this close to its edge. */
const EDGE_PX = 56;
const SCROLL_PX = 9;

export function useStopDrag(drops: Drops) {
  const latest = useRef(drops);
  latest.current = drops;
  const end = useRef<() => void>();
  useEffect(() => () => end.current?.(), []);
  return useCallback((event: ReactPointerEvent<HTMLElement>) => {
    const handle = event.target instanceof Element ? event.target.closest('[data-drag]') : null;
    const item = handle?.closest('li');
    if (!item || event.button !== 0 || !event.isPrimary) return;
    event.preventDefault();
    end.current = follow(item, event, () => latest.current);
  }, []);
}

/** Follows the pointer until it is released. @returns a function that ends the drag. */
function follow(
  item: HTMLLIElement,
  { clientX, clientY }: { clientX: number; clientY: number },
  drops: () => Drops,
) {
  const place = item.dataset.stop ?? '';
  const scroller = scrollerOf(item);
  let at = { x: clientX, y: clientY };
  let ghost: HTMLElement | null = null;
  let target: HTMLElement | null = null;
  let frame = 0;

  const mark = (found: HTMLElement | null, side: string) => {
    if (target !== found) target?.removeAttribute('data-drop');
    found?.setAttribute('data-drop', side);
    target = found;
  };
  const look = () => {
    if (ghost) ghost.style.transform = `translate(${String(at.x + 12)}px, ${String(at.y + 8)}px)`;
    const under = document.elementFromPoint(at.x, at.y);
    const row = under?.closest<HTMLElement>('[data-driver-id]') ?? null;
    if (row) {
      mark(row, 'onto');
      return;
    }
    const over = drops().sorts ? itemAt(item, under, at.y) : null;
    mark(over, over && isAfter(over, at.y) ? 'after' : 'before');
  };
  const scroll = () => {
    const { top = 0, bottom = 0, left = 0, right = 0 } = scroller?.getBoundingClientRect() ?? {};
    const isInside = at.x > left && at.x < right;
    const by = at.y < top + EDGE_PX ? -SCROLL_PX : at.y > bottom - EDGE_PX ? SCROLL_PX : 0;
    if (isInside && by !== 0) {
      scroller?.scrollBy(0, by);
      look();
    }
    frame = requestAnimationFrame(scroll);
  };
  const move = (event: PointerEvent) => {
    at = { x: event.clientX, y: event.clientY };
    if (!ghost) {
      if (Math.hypot(at.x - clientX, at.y - clientY) < LEAST_PX) return;
      ghost = ghostOf(item);
      item.dataset.lifted = '';
      frame = requestAnimationFrame(scroll);
    }
    look();
  };
  const stop = () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', drop);
    window.removeEventListener('pointercancel', stop);
    document.removeEventListener('keydown', cancel, true);
    ghost?.remove();
    delete item.dataset.lifted;
    mark(null, '');
  };
  const drop = () => {
    // A colleague may have moved the row under the pointer.
    if (ghost) look();
    const onto = target;
    const side = onto?.dataset.drop;
    stop();
    // Others have finished or moved the stop in the meantime.
    if (!onto || !item.isConnected) return;
    const { driverId } = onto.dataset;
    if (driverId !== undefined) drops().onGive(place, driverId === 'unassigned' ? null : Number(driverId));
    else drops().onSort(place, indexOf(item, onto, side === 'after'));
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    stop();
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', drop);
  window.addEventListener('pointercancel', stop);
  document.addEventListener('keydown', cancel, true);
  return stop;
}

const movable = (item: HTMLElement) => [
  ...(item.parentElement?.querySelectorAll<HTMLElement>(':scope > li[data-movable]') ?? []),
];

/** The row under the pointer. Above and below the list, it is the first or last row. */
function itemAt(item: HTMLElement, under: Element | null, y: number): HTMLElement | null {
  if (!item.closest('dialog')?.contains(under)) return null;
  const all = movable(item);
  const first = all[0];
  if (first && y < first.getBoundingClientRect().top) return first;
  return all.find((each) => y <= each.getBoundingClientRect().bottom) ?? all.at(-1) ?? null;
}

function isAfter(over: HTMLElement, y: number): boolean {
  const { top, bottom } = over.getBoundingClientRect();
  return y > (top + bottom) / 2;
}

/** The new index of the stop, counted without its former place. */
function indexOf(item: HTMLElement, onto: HTMLElement, isBehind: boolean): number {
  const others = movable(item);
  const from = others.indexOf(item);
  const to = others.indexOf(onto) + (isBehind ? 1 : 0);
  return from >= 0 && from < to ? to - 1 : to;
}

/** A label that follows the pointer. It is inside the dialog, because a modal dialog covers everything outside. */
function ghostOf(item: HTMLElement): HTMLElement {
  const ghost = document.createElement('div');
  ghost.className = css.ghost;
  ghost.textContent = item.dataset.name ?? '';
  ghost.setAttribute('aria-hidden', 'true');
  (item.closest('dialog') ?? document.body).append(ghost);
  return ghost;
}

/** The element that scrolls: the list in a panel, else the whole dialog. */
function scrollerOf(item: HTMLElement): HTMLElement | null {
  const list = item.closest<HTMLElement>('[role="presentation"]');
  return list && getComputedStyle(list).overflowY === 'auto' ? list : item.closest('dialog');
}
