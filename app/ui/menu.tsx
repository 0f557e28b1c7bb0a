/** A menu on <details>: works before JavaScript, and then also closes on Escape, a click elsewhere and navigation. */
import { useLocation } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';
import * as css from './menu.css';

export const menuItem = css.item;
export const menuNote = css.note;

export function Menu({ label, children }: { label: ReactNode; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    if (details.current) details.current.open = false;
  }, [key]);
  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current;
      if (!menu?.open) return;
      const escape = event instanceof KeyboardEvent && event.key === 'Escape';
      const elsewhere = event.type === 'pointerdown' && !menu.contains(event.target as Node);
      if (!escape && !elsewhere) return;
      menu.open = false;
      if (escape) menu.querySelector('summary')?.focus();
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
    };
  }, []);
  return (
    <details ref={details} className={css.menu}>
      <summary className={css.trigger}>{label}</summary>
      <div className={css.items}>{children}</div>
    </details>
  );
}
