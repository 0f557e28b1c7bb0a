import { Form, Link, NavLink } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Actor } from '~/domain/kernel/actor';
import type { PageLink } from '~/domain/kernel/pages.server';
import { Menu, menuItem, menuNote } from '~/ui/menu';
import { VisuallyHidden } from '~/ui/layout';
import { Logo } from '~/ui/notice-page';
import { PhoneLink } from '~/ui/button';
import { frame } from '~/words/en/frame';
import * as css from './frame.css';

export type FrameUser = Pick<Actor, 'name' | 'username'> & {
  home: string;
  /** The pages of the main navigation. */
  pages: PageLink[];
  menu: PageLink[];
};

type Props = {
  /** The network's name; empty if it is unknown. */
  network: string;
  user: FrameUser | null;
  status: ReactNode;
  /** The dispatcher's phone number, for drivers; empty without one. */
  dispatcherPhone?: string;
  /** The tools of the page. */
  tools?: ReactNode;
};

export function Header({ network, user, status, dispatcherPhone = '', tools }: Props) {
  return (
    <header className={css.header}>
      <Link to={user?.home ?? '/dispatcher'} className={css.brand}>
        <span className={css.mark}>
          <Logo />
        </span>
        {network && <VisuallyHidden>Parts Dispatch: </VisuallyHidden>}
        <span className={css.network}>{network || 'Parts Dispatch'}</span>
      </Link>
      {user && hasNavigation(user) && (
        <nav aria-label={frame.main} className={css.links}>
          {user.pages.map(({ to, label }) => (
            <NavLink key={to} to={to} className={css.link}>
              {label}
            </NavLink>
          ))}
        </nav>
      )}
      {tools}
      <div className={css.right}>
        {status}
        {user ? (
          <AccountMenu user={user} dispatcherPhone={dispatcherPhone} />
        ) : (
          <a href="/auth">{frame.login}</a>
        )}
      </div>
    </header>
  );
}

function AccountMenu({ user, dispatcherPhone }: { user: FrameUser; dispatcherPhone: string }) {
  return (
    <Menu label={frame.account}>
      <div className={menuNote}>{user.username}</div>
      {dispatcherPhone && (
        <PhoneLink phone={dispatcherPhone} className={menuItem}>
          {frame.callDispatcher}
        </PhoneLink>
      )}
      {user.menu.map(({ to, label }) => (
        <Link key={to} to={to} className={menuItem}>
          {label}
        </Link>
      ))}
      <Link to="/settings" className={menuItem}>
        {frame.settings}
      </Link>
      <Link to="/settings/own-notifications" className={menuItem}>
        {frame.notifications}
      </Link>
      <Link to="/help" className={menuItem}>
        {frame.guides}
      </Link>
      <Form method="post" action="/logout">
        <button className={menuItem}>{frame.logout}</button>
      </Form>
    </Menu>
  );
}

const hasNavigation = ({ pages }: FrameUser) => pages.length > 1;

/** Shown on phones, to people with more than one page. */
export function BottomBar({ user }: { user: FrameUser }) {
  if (!hasNavigation(user)) return null;
  return (
    <nav aria-label={frame.pages} className={css.bar}>
      {user.pages.map(({ to, label }) => (
        <NavLink key={to} to={to} className={css.barLink}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
