/** The settings: a list of their pages beside each of them. On a phone the list is on the first page only. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { NavLink, Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { settingsPagesOf } from '~/domain/kernel/pages.server';
import { mayAll } from '~/domain/kernel/permissions';
import { requireActor } from '~/http/session.server';
import * as css from '~/components/administration/settings-page.css';
import { settings as words } from '~/words/en/settings';

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  return { groups: settingsPagesOf(actor), isAdmin: mayAll(actor, 'manageUsers') };
}

export default function Settings() {
  const { groups, isAdmin } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const isFirst = pathname === FIRST;
  const sidebar = useRef<HTMLElement>(null);
  useEffect(() => {
    const list = sidebar.current;
    const link = list?.querySelector<HTMLElement>('[aria-current="page"]');
    // In a low window the list scrolls by itself. `scrollIntoView` would scroll the page as well.
    if (list && link) list.scrollTop = Math.max(list.scrollTop, endOf(link) - list.clientHeight);
  }, [pathname]);
  const [own, ...others] = groups;
  return (
    <div className={css.layout}>
      {isFirst && <h1 className={css.first}>{words.settings}</h1>}
      <nav ref={sidebar} aria-label={words.settings} className={isFirst ? css.sidebar : css.sidebarOfOther}>
        {own && <Group {...own} />}
        {isAdmin && <h2 className={css.admin}>{words.adminManagement}</h2>}
        <div className={css.groups}>
          {others.map((group) => (
            <Group key={group.name} {...group} />
          ))}
        </div>
      </nav>
      <Outlet />
    </div>
  );
}

const endOf = ({ offsetTop, offsetHeight }: HTMLElement) => offsetTop + offsetHeight;

const FIRST = '/settings';

function Group({ name, pages }: { name: string; pages: { to: string; label: string }[] }) {
  const id = `settings-${name.toLowerCase()}`;
  return (
    <div className={css.group}>
      <p id={id} className={css.groupName}>
        {name}
      </p>
      <ul aria-labelledby={id}>
        {pages.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end={to === FIRST} className={css.link}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
