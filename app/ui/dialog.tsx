/**
 * Every dialog is a URL. The server renders it in place over its page; once JavaScript is there it is modal, or a panel
 * beside the page where the window is wide enough for both.
 */
import { Link } from '@remix-run/react';
import { useId, useRef, type ReactNode } from 'react';
import { useDialog } from './dialog-behavior';
import * as css from './dialog.css';
import { MessageInDialog } from './toast';

type Props = {
  title: ReactNode;
  description?: ReactNode;
  /** Where Close, Escape and a click beside it lead. */
  closeTo: string;
  size?: keyof typeof css.size;
  /** A panel in a wide window. */
  panel?: {
    /** CSS of what opens it. */
    opener: string;
    /** Shows only its head, so that what it covers is seen. */
    isFolded: boolean;
    /** In its head. */
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
