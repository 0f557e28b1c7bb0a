/**
 * Restores a lost focus. When the focused element is removed, hidden or disabled, the browser moves the focus to the
 * body. This sets it near its old place, so that the keyboard and screen readers continue there.
 */
import { useEffect } from 'react';

/** The element that had the focus, and all elements around it with their positions among their siblings. */
type Trail = { region: Element; target: HTMLElement; steps: { element: HTMLElement; index: number }[] };

/** When one of these disappears, the focus goes back to its place before. */
const REGIONS = 'dialog, [role="menu"], [role="region"][aria-label^="Notification"]';
/** A page can mark with `data-resume` where the focus should go instead of its first heading. */
const RESUME = '[data-resume]';
const HEADINGS = 'h1, h2, h3, h4';
const ITEMS = 'li, tr, [role="row"]';
const FOCUSABLE =
  'a[href], button, summary, input:not([type="hidden"]), select, textarea, [tabindex]:not([tabindex="-1"])';

export function useKeptFocus(): void {
  useEffect(() => {
    const { activeElement } = document;
    let trails = activeElement instanceof HTMLElement && !isLost() ? [trailOf(activeElement)] : [];
    // Without a focus before, none can get lost.
    let isBlurIntended = isLost();
    let timer: number | undefined;
    const note = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      const trail = trailOf(target);
      trails = [...trails.filter(({ region }) => region !== trail.region && region.isConnected), trail];
      isBlurIntended = false;
    };
    // A press beside all controls removes the focus on purpose.
    const press = () => {
      isBlurIntended = isLost();
    };
    let blurred: HTMLElement | null = null;
    // Leaving an element that can still have the focus is on purpose too, for example by closing a phone's keyboard.
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget || !(target instanceof HTMLElement) || !document.hasFocus()) return;
      blurred = target;
      // A removed, hidden or disabled element is in that state by then.
      queueMicrotask(() => {
        if (isLost() && isShown(target) && !target.matches(':disabled')) isBlurIntended = true;
      });
      setTimeout(() => {
        blurred = null;
      });
    };
    const restore = () => {
      if (isBlurIntended || !isLost()) return;
      const modal = document.querySelector('dialog:modal');
      const reachable = trails.filter(({ region }) => !modal || modal.contains(region));
      const last = modal ?? document.querySelector<HTMLElement>('main') ?? document.body;
      if (!reachable.reverse().some(resume) && last instanceof HTMLElement) resume(trailOf(last));
    };
    // Waits, because other code may set the focus first, and because the browser notices hidden elements late.
    const later = () => {
      window.clearTimeout(timer);
      requestAnimationFrame(() => {
        timer = window.setTimeout(restore);
      });
    };
    const observer = new MutationObserver((records) => {
      // An element that was moved can still have the focus, but no one has left it on purpose.
      if (records.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(blurred))))
        isBlurIntended = false;
      if (!isBlurIntended && (isLost() || records.some(({ type }) => type === 'attributes'))) later();
    });
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['hidden', 'disabled', 'open'],
    });
    document.addEventListener('focusin', note);
    document.addEventListener('click', press, true);
    document.addEventListener('focusout', leave);
    return () => {
      observer.disconnect();
      window.clearTimeout(timer);
      document.removeEventListener('focusin', note);
      document.removeEventListener('click', press, true);
      document.removeEventListener('focusout', leave);
    };
  }, []);
}

const isLost = () => !document.activeElement || document.activeElement === document.body;
const isShown = (element: Element) => element.isConnected && element.checkVisibility();

function trailOf(target: HTMLElement): Trail {
  const region = target.closest<HTMLElement>(REGIONS) ?? document.body;
  const steps: Trail['steps'] = [];
  for (let each: HTMLElement | null = target; each && region.contains(each); each = each.parentElement)
    steps.push({
      element: each,
      index: each.parentElement ? [...each.parentElement.children].indexOf(each) : 0,
    });
  return { region, target, steps };
}

/** Searches from the inside to the outside for something to focus near the lost element. */
const resume = ({ target, steps }: Trail): boolean =>
  steps.some(({ element }, at) => {
    const inner = steps[at - 1];
    if (!isShown(element)) return false;
    return focusOn(inner ? placeIn(element, inner, target) : element);
  });

/**
 * The place for the focus: the same control in the row that replaces the lost row, the summary of a closed part, or the
 * next heading.
 */
function placeIn(
  around: HTMLElement,
  gone: Trail['steps'][number],
  target: Element,
): Element | null | undefined {
  if (gone.element.matches(ITEMS) && !isShown(gone.element)) {
    const rows = [...around.children].filter((row) => row.matches(ITEMS) && isShown(row));
    const row = rows[Math.min(gone.index, rows.length - 1)];
    const [here = [], lost = []] = [row, gone.element].map((each) => [
      ...(each?.querySelectorAll(FOCUSABLE) ?? []),
    ]);
    const ready = here.filter((each) => isShown(each) && !each.matches(':disabled'));
    const same = here[lost.indexOf(target)];
    if (ready.length > 0) return same && ready.includes(same) ? same : ready[0];
  }
  if (around instanceof HTMLDetailsElement) return around.querySelector('summary');
  const marked = around.querySelector(RESUME);
  const heading = [...(marked ?? around).querySelectorAll(HEADINGS)].find(isShown) ?? marked;
  return heading?.closest('summary') ?? heading;
}

function focusOn(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (!element.matches(FOCUSABLE)) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  // Scrolls for the keyboard only. On touch screens the page stays in place.
  if (element.matches(':focus-visible')) element.scrollIntoView({ block: 'nearest' });
  return document.activeElement === element;
}
