/**
 * Every dialog is a URL. The server renders it in place over its page; once JavaScript is there it is modal: the
 * browser keeps focus inside, and gives it back to what opened the dialog.
 */
import { Link, useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useId, useRef, type ReactNode } from 'react';
import * as css from './dialog.css';
import { MessageInDialog } from './toast';

type Props = {
  title: ReactNode;
  description?: ReactNode;
  /** Where Close, Escape and a click beside it lead. */
  closeTo: string;
  size?: keyof typeof css.size;
  children: ReactNode;
};

export function RouteDialog({ title, description, closeTo, size = 'form', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cover = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const navigate = useStableNavigate();
  const latest = useRef(closeTo);
  latest.current = closeTo;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    element.removeAttribute('open');
    element.showModal();
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector('h2');
    first?.focus();
    if (cover.current) cover.current.hidden = true;
    const leave = () => {
      navigate(latest.current, { preventScrollReset: true });
    };
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
  }, [navigate]);

  return (
    <>
      <div ref={cover} className={css.cover} />
      <dialog ref={dialog} open suppressHydrationWarning className={css.size[size]} aria-labelledby={titleId}>
        <div className={css.head}>
          <div className={css.heading}>
            <h2 id={titleId} tabIndex={-1}>
              {title}
            </h2>
            {description && <div className={css.description}>{description}</div>}
          </div>
          <Link to={closeTo} className={css.close} preventScrollReset aria-label="Close">
            <span aria-hidden="true">×</span>
          </Link>
        </div>
        <div className={css.body}>
          <MessageInDialog />
          {children}
        </div>
      </dialog>
    </>
  );
}

/** Remix makes a new function at every navigation; the dialog must not close and open again for that. */
function useStableNavigate() {
  const current = useNavigate();
  const navigate = useRef(current);
  navigate.current = current;
  return useCallback((to: string, options: { preventScrollReset: boolean }) => {
    navigate.current(to, options);
  }, []);
}
