import { Form, Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Actor } from '~/domain/kernel/actor';
import type { PageLink } from '~/domain/kernel/pages.server';
import { Menu, menuItem, menuLook, menuNote } from '~/ui/menu';
import { VisuallyHidden } from '~/ui/layout';
import { Logo } from '~/ui/notice-page';
import { PhoneLink } from '~/ui/button';
import { frame } from '~/words/en/frame';
import { asWritten } from '~/words/words';
import * as css from './frame.css';

export type FrameUser = Pick<Actor, 'name' | 'username'> & {
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
      <Link to="/dispatcher" className={css.brand}>
        <span className={css.mark}>
          <Logo />
        </span>
        {network && <VisuallyHidden>Parts Dispatch: </VisuallyHidden>}
        <span className={css.network} {...(network && asWritten())}>
          {network || 'Parts Dispatch'}
        </span>
      </Link>
      {user && hasNavigation(user) && (
        <nav aria-label={frame.main} className={css.links}>
          <PageLinks pages={user.pages} of={user.pages} className={css.link} />
        </nav>
      )}
      <div className={css.status}>{status}</div>
      {tools}
      {user ? (
        <AccountMenu user={user} dispatcherPhone={dispatcherPhone} />
      ) : (
        <a href="/auth">{frame.login}</a>
      )}
    </header>
  );
}

/** The current page is that with the longest address, as Plan is below the address of the dashboard. */
function useCurrent(pages: PageLink[]): PageLink | undefined {
  const { pathname } = useLocation();
  const [current] = pages
    .filter(({ to }) => `${pathname}/`.startsWith(`${to}/`))
    .sort((one, other) => other.to.length - one.to.length);
  return current;
}

/** @param of all pages of the navigation. */
function PageLinks({ pages, of, className }: { pages: PageLink[]; of: PageLink[]; className: string }) {
  const current = useCurrent(of);
  return pages.map((page) => (
    <Link
      key={page.to}
      to={page.to}
      className={className}
      aria-current={page === current ? 'page' : undefined}
    >
      {page.label}
    </Link>
  ));
}

const ACCOUNT = menuLook(css.account);

function AccountMenu({ user, dispatcherPhone }: { user: FrameUser; dispatcherPhone: string }) {
  return (
    <Menu look={ACCOUNT} label={frame.account}>
      <div className={menuNote} {...asWritten()}>
        {user.username}
      </div>
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

const MORE = menuLook(css.barLink, css.more, css.moreItems);

/** Shown on phones, to people with more than one page. */
export function BottomBar({ user }: { user: FrameUser }) {
  const current = useCurrent(user.pages);
  if (!hasNavigation(user)) return null;
  const behind = user.pages.filter(({ more }) => more);
  return (
    <nav aria-label={frame.pages} className={css.bar}>
      <PageLinks pages={user.pages.filter(({ more }) => !more)} of={user.pages} className={css.barLink} />
      {behind.length > 0 && (
        <Menu look={MORE} label={<span data-current={current?.more}>{frame.more}</span>}>
          <PageLinks pages={behind} of={user.pages} className={menuItem} />
        </Menu>
      )}
    </nav>
  );
}
