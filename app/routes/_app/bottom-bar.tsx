import { NavLink } from '@remix-run/react';
import { isDispatcher } from '~/domain/actor';
import * as css from './frame.css';
import { pagesOf, type FrameUser } from './header';

/** On phones, for those who have more than one page. */
export function BottomBar({ user }: { user: FrameUser }) {
  if (!isDispatcher(user)) return null;
  return (
    <nav aria-label="Pages" className={css.bar}>
      {pagesOf(user).map(({ to, label }) => (
        <NavLink key={to} to={to} className={css.barLink}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
