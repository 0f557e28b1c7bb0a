/**
 * When what has the focus is removed, hidden or disabled, the browser moves the focus to the body of the page. It is
 * set again near to where it was, so that the keyboard and a screen reader go on from there.
 */
import { useEffect } from 'react';

/** What had the focus, then all that is around it, with its place among its siblings. */
type Trail = { region: Element; target: HTMLElement; steps: { element: HTMLElement; index: number }[] };

/** Left as a whole: the focus goes back to where it was before. */
const REGIONS = 'dialog, [role="menu"], [role="region"][aria-label^="Notification"]';
/** A page marks with `data-resume` where to go on, rather than at its first heading. */
const RESUME = '[data-resume]';
const HEADINGS = 'h1, h2, h3, h4';
const ITEMS = 'li, tr, [role="row"]';
const FOCUSABLE =
  'a[href], button, summary, input:not([type="hidden"]), select, textarea, [tabindex]:not([tabindex="-1"])';

export function useKeptFocus(): void {
  useEffect(() => {
    const { activeElement } = document;
    let trails = activeElement instanceof HTMLElement && !isLost() ? [trailOf(activeElement)] : [];
    // Where nothing has had the focus, nothing is lost.
    let isBlurIntended = isLost();
    let timer: number | undefined;
    const note = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      const trail = trailOf(target);
      trails = [...trails.filter(({ region }) => region !== trail.region && region.isConnected), trail];
      isBlurIntended = false;
    };
    // A press on nothing takes the focus away on purpose.
    const press = () => {
      isBlurIntended = isLost();
    };
    let blurred: HTMLElement | null = null;
    // So does whoever leaves what can still have it, for example with the keyboard of a phone.
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget || !(target instanceof HTMLElement) || !document.hasFocus()) return;
      blurred = target;
      // What is removed, hidden or disabled is so by then.
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
    // Whoever knows better has set the focus by then, and the browser has noticed what was hidden.
    const later = () => {
      window.clearTimeout(timer);
      requestAnimationFrame(() => {
        timer = window.setTimeout(restore);
      });
    };
    const observer = new MutationObserver((records) => {
      // Moved to another place, it can have the focus, but nobody has left it.
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

/** From the inside to the outside, as near to the lost element as there is something to focus. */
const resume = ({ target, steps }: Trail): boolean =>
  steps.some(({ element }, at) => {
    const inner = steps[at - 1];
    if (!isShown(element)) return false;
    return focusOn(inner ? placeIn(element, inner, target) : element);
  });

/** The same control in the row that took the place of the one that has gone, what opens the part that is closed, the next heading. */
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
  // For the keyboard only: a page stays where a finger is.
  if (element.matches(':focus-visible')) element.scrollIntoView({ block: 'nearest' });
  return document.activeElement === element;
}
