/** The frame of a page of the settings: its heading, and a link back on a phone. */
import { Link } from '@remix-run/react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { Card } from '~/ui/card';
import * as icon from '~/ui/icon.css';
import { Inline } from '~/ui/layout';
import { frame } from '~/words/en/frame';
import * as css from './settings-page.css';

type Props = {
  title: ReactNode;
  description?: ReactNode;
  /** The page above it, unless that is the list of settings. */
  back?: { to: string; label: string };
  /** Links and buttons beside the heading. */
  actions?: ReactNode;
  /** One wide card, one card for fields, or several cards that the children make themselves. */
  shape?: 'card' | 'form' | 'cards';
  children: ReactNode;
};

export function SettingsPage({ title, description, back, actions, shape = 'card', children }: Props) {
  const { to, label } = back ?? { to: '/settings', label: frame.settings };
  const titleId = useId();
  return (
    <section ref={useFocusOnOpen()} className={css.page} aria-labelledby={titleId}>
      <Link to={to} className={back ? css.back : css.backToList}>
        <span aria-hidden="true" className={icon.chevronLeft} /> {label}
      </Link>
      <Inline spread>
        <div>
          <h1 id={titleId} tabIndex={-1}>
            {title}
          </h1>
          {description && <p className={css.description}>{description}</p>}
        </div>
        {actions && <Inline>{actions}</Inline>}
      </Inline>
      {shape === 'cards' ? (
        children
      ) : (
        <div className={shape === 'form' ? css.narrow : undefined}>
          <Card>{children}</Card>
        </div>
      )}
    </section>
  );
}

/** A page that a link opens takes the focus, as a new document would. */
function useFocusOnOpen() {
  const isNewDocument = useRef(!useHydrated());
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNewDocument.current) return;
    const target =
      page.current?.querySelector<HTMLElement>('[data-autofocus]') ?? page.current?.querySelector('h1');
    target?.focus({ preventScroll: true });
  }, []);
  return page;
}
