/** The behavior of a dialog in the browser: it is modal, or a panel beside a page that stays usable. */
import { useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { BESIDE } from './dialog.css';

type Places = { dialog: RefObject<HTMLDialogElement>; cover: RefObject<HTMLDivElement> };

/** @param opener for a panel: a CSS selector of the element that opens it and gets the focus when it closes. */
export function useDialog({ dialog, cover }: Places, closeTo: string, opener: string | undefined): void {
  const navigate = useStableNavigate();
  const latest = useRef(closeTo);
  latest.current = closeTo;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const leave = () => {
      navigate(latest.current, { preventScrollReset: true });
    };
    if (opener === undefined) return showModal(element, cover.current, leave);
    const wide = window.matchMedia(BESIDE);
    const show = () =>
      wide.matches ? showBeside(element, opener, leave) : showModal(element, cover.current, leave);
    let hide = show();
    const showAgain = () => {
      hide();
      hide = show();
    };
    wide.addEventListener('change', showAgain);
    return () => {
      wide.removeEventListener('change', showAgain);
      hide();
    };
  }, [dialog, cover, opener, navigate]);
}

const focusFirst = (element: HTMLElement) =>
  (element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector('h2'))?.focus();

/** Shows a modal dialog. The browser keeps the focus inside, and the opener gets it back at the end. */
function showModal(element: HTMLDialogElement, cover: HTMLElement | null, leave: () => void) {
  const opener = document.activeElement;
  element.removeAttribute('open');
  element.showModal();
  focusFirst(element);
  if (cover) cover.hidden = true;
  const cancel = (event: Event) => {
    event.preventDefault();
    leave();
  };
  const clickBeside = (event: MouseEvent) => {
    if (event.target === element) leave();
  };
  element.addEventListener('cancel', cancel);
  element.addEventListener('pointerdown', clickBeside);
  return () => {
    element.removeEventListener('cancel', cancel);
    element.removeEventListener('pointerdown', clickBeside);
    element.close();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  };
}

/** Elements that use Escape themselves, to close or to empty something. */
const HAVE_ESCAPE = 'header, details, form, [role="menu"]';

/** Shows a panel. It takes the focus only from a keyboard user, or if nothing else has it. */
function showBeside(element: HTMLDialogElement, opener: string, leave: () => void) {
  element.open = true;
  const focused = document.activeElement;
  const isLost = !focused || focused === document.body || getComputedStyle(focused).visibility === 'hidden';
  if (isLost || focused.matches(':focus-visible')) focusFirst(element);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return;
    const { target } = event;
    const isForOthers =
      target instanceof Element && !element.contains(target) && target.closest(HAVE_ESCAPE) !== null;
    if (!isForOthers) leave();
  };
  document.addEventListener('keydown', press);
  return () => {
    document.removeEventListener('keydown', press);
    const { activeElement } = document;
    const isLost = activeElement === document.body || element.contains(activeElement);
    if (isLost) document.querySelector<HTMLElement>(opener)?.focus({ preventScroll: true });
  };
}

/** Remix makes a new function at every navigation, which must not close and reopen the dialog. */
function useStableNavigate() {
  const current = useNavigate();
  const navigate = useRef(current);
  navigate.current = current;
  return useCallback((to: string, options: { preventScrollReset: boolean }) => {
    navigate.current(to, options);
  }, []);
}
