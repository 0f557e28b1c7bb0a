import { NavLink } from '@remix-run/react';
import { hasRole, isDispatcher } from '~/domain/actor';
import * as css from './frame.css';
import { PAGES, type FrameUser } from './header';

/** On phones, for those who have more than one page. */
export function BottomBar({ user }: { user: FrameUser }) {
  if (!isDispatcher(user)) return null;
  const pages = hasRole(user, 'driver') ? [...PAGES, { to: '/driver', label: 'Driver' }] : PAGES;
  return (
    <nav aria-label="Pages" className={css.bar}>
      {pages.map(({ to, label }) => (
        <NavLink key={to} to={to} className={css.barLink}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
