/**
 * Every dialog has a URL. The server renders it over its page. With JavaScript it is modal, or a panel beside the page
 * in a wide window.
 */
import { Link } from '@remix-run/react';
import { useId, useRef, type ReactNode } from 'react';
import { useDialog } from './dialog-behavior';
import * as css from './dialog.css';
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
    /** Shows only its head, so that the content behind it is visible. */
    isFolded: boolean;
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
        data-folded={panel?.isFolded ? '' : undefined}
        aria-labelledby={titleId}
      >
        <div className={css.head}>
          <div className={css.heading}>
            <h2 id={titleId} tabIndex={-1}>
              {title}
            </h2>
            {description && <div className={css.description}>{description}</div>}
          </div>
          {panel && <div className={css.actions}>{panel.actions}</div>}
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
