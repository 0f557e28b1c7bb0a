/**
 * A menu with <details>, which works before JavaScript. With JavaScript it closes on Escape, on a press or focus
 * elsewhere, and on navigation, and the arrow keys move through it.
 */
import { useLocation } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';
import * as css from './menu.css';

export const menuItem = css.item;
export const menuNote = css.note;

type Look = { menu: string; trigger: string; items: string };

type Props = {
  label: ReactNode;
  look: Look;
  /** Stays open when a page is loaded. */ stays?: boolean;
  children: ReactNode;
};

/** @param trigger the class of what opens the menu. */
export const menuLook = (trigger: string, menu = css.menu, items = css.items): Look => ({
  menu,
  trigger,
  items,
});

export function Menu({ label, look, stays = false, children }: Props) {
  const details = useUnfolding();
  const { key } = useLocation();
  useEffect(() => {
    if (details.current && !stays) details.current.open = false;
  }, [details, key, stays]);
  useEffect(() => {
    const menu = details.current;
    if (!menu) return;
    const steerThis = (event: KeyboardEvent) => {
      steer(menu, event);
    };
    menu.addEventListener('keydown', steerThis);
    return () => {
      menu.removeEventListener('keydown', steerThis);
    };
  }, [details]);
  return (
    <details ref={details} className={look.menu}>
      <summary className={look.trigger}>{label}</summary>
      <div className={look.items}>{children}</div>
    </details>
  );
}

/** For a <details> over the page. It closes on Escape, and on a press or focus elsewhere. */
export function useUnfolding() {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const element = details.current;
    if (!element) return;
    const close = ({ target }: Event) => {
      if (target instanceof Node && !element.contains(target)) element.open = false;
    };
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !element.open) return;
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    element.addEventListener('keydown', escape);
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      element.removeEventListener('keydown', escape);
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);
  return details;
}

function steer(menu: HTMLDetailsElement, event: KeyboardEvent): void {
  const stops = [...menu.querySelectorAll<HTMLElement>('summary, a, button')];
  const now = stops.findIndex((each) => each === document.activeElement);
  const last = stops.length - 1;
  // The first element is the summary that opens the menu.
  const next = new Map([
    ['ArrowDown', now === last ? 1 : now + 1],
    ['ArrowUp', now <= 1 ? last : now - 1],
    ...(menu.open
      ? ([
          ['Home', 1],
          ['End', last],
        ] as const)
      : []),
  ]).get(event.key);
  if (next === undefined) return;
  event.preventDefault();
  menu.open = true;
  stops[next]?.focus();
}
