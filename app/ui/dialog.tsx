/**
 * Every dialog has a URL. The server renders it over its page. With JavaScript it is modal, or a panel beside the page
 * in a wide window.
 */
import { Link, useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import * as css from './dialog.css';
import { BESIDE } from './dialog.css';
import { frame } from '~/words/en/frame';
import { MessageInDialog } from './toast';

type Props = {
  title: ReactNode;
  description?: ReactNode;
  /** The path that Close, Escape and a click outside lead to. */
  closeTo: string;
  size?: keyof typeof css.size;
  /** Makes it a panel in a wide window. */
  panel?: {
    /** A CSS selector of the element that opens it. */
    opener: string;
    /** The size of the map above it. With a large one, the panel shows only its head. */
    map: 'low' | 'small' | 'large' | 'hidden';
    /** Shown before its title. */
    badge: ReactNode;
    /** Shown in its head. */
    actions: ReactNode;
  };
  children: ReactNode;
};

export function RouteDialog({ title, description, closeTo, size = 'form', panel, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cover = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useDialog({ dialog, cover }, closeTo, panel?.opener);
  return (
    <>
      <div ref={cover} className={css.covers[panel ? 'panel' : 'modal']} />
      <dialog
        ref={dialog}
        open
        suppressHydrationWarning
        className={panel ? `${css.size[size]} ${css.panel}` : css.size[size]}
        data-map={panel?.map}
        aria-labelledby={titleId}
      >
        <div className={css.head}>
          {panel?.badge}
          <div className={css.heading}>
            <h2 id={titleId} tabIndex={-1}>
              {title}
            </h2>
            {description && <div className={css.description}>{description}</div>}
          </div>
          {panel && <div className={css.actions}>{panel.actions}</div>}
          <Link to={closeTo} className={css.close} preventScrollReset aria-label={frame.close} />
        </div>
        <div className={css.body}>
          <MessageInDialog />
          {children}
        </div>
      </dialog>
    </>
  );
}

type Elements = { dialog: RefObject<HTMLDialogElement>; cover: RefObject<HTMLDivElement> };

/** @param opener for a panel: a CSS selector of the element that opens it and gets the focus when it closes. */
function useDialog({ dialog, cover }: Elements, closeTo: string, opener: string | undefined): void {
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

/** The page below a modal dialog does not scroll. */
const holdPage = (isHeld: boolean) => document.documentElement.toggleAttribute('data-modal', isHeld);

/** Shows a modal dialog. The browser keeps the focus inside, and the opener gets it back at the end. */
function showModal(element: HTMLDialogElement, cover: HTMLElement | null, leave: () => void) {
  const opener = document.activeElement;
  element.removeAttribute('open');
  element.showModal();
  holdPage(true);
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
    holdPage(false);
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
