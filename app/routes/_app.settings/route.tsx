/**
 * The settings: a list of their pages beside each of them. On a phone the list is on the first page only. The first
 * page stays behind the dialogs of Admin Management.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { NavLink, Outlet, useLoaderData, useLocation, useMatches } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import * as css from '~/components/administration/settings-page.css';
import { isOverCards } from '~/components/administration/over-cards';
import { adminPagesOf, settingsPagesOf } from '~/domain/kernel/pages.server';
import { PAGES_OF_MODULES } from '~/program/setting-pages.server';
import { getOwnLanguage, setOwnLanguage } from '~/domain/network/users/language.server';
import { getPreferences, savePreferences, updateOwnProfile } from '~/domain/network/users/profile.server';
import { getCurrentUser } from '~/domain/network/users/queries.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { skipRevalidationUnderDialog } from '~/forms/view-params';
import { languageOf } from '~/http/language.server';
import { load } from '~/http/page.server';
import { requireActor } from '~/http/session.server';
import { version } from '~/process/version.server';
import { useAnswer } from '~/ui/use-answer';
import { roles as roleNames } from '~/words/en/roles';
import { settings as words } from '~/words/en/settings';
import { system } from '~/words/en/system';
import { readIn } from '~/words/spoken.server';
import { Cards } from './cards';
import { languageForm, preferencesForm, profileForm } from './own-forms.server';

export const meta: MetaFunction = () => [{ title: words.title }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const [user, preferences, { language }] = await load(() =>
    Promise.all([getCurrentUser({ actor }), getPreferences({ actor }), getOwnLanguage({ actor })]),
  );
  const { roles, dealerships } = user;
  return {
    groups: settingsPagesOf(actor, PAGES_OF_MODULES),
    own: {
      system: {
        title: system.title,
        facts: [`${system.userId}: ${String(actor.id)}`, `${system.version}: ${version}`],
      },
      roles: roles.map((role) => roleNames[role]),
      dealerships,
      profile: profileForm(user),
      preferences: preferencesForm(preferences),
      language: languageForm(language),
      adminPages: adminPagesOf(actor),
    },
  };
}

const saved = () => ({ redirectTo: FIRST, toast: { title: words.saved } });

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveProfile: button(updateOwnProfile, saved),
    savePreferences: button(savePreferences, saved),
    setLanguage: button(setOwnLanguage, ({ language }, { actor }) => {
      readIn(languageOf({ ...actor, language }, args.request.headers));
      return { ...saved(), reloads: true };
    }),
  });

export const clientAction = keepDialogOnNetworkError(() => words.failed);

export const shouldRevalidate = skipRevalidationUnderDialog(() => '');

export default function Settings() {
  const { groups, own } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const isFirst = useMatches().some(isOverCards) || pathname === FIRST;
  const answer = useAnswer<Answered>();
  const sidebar = useRef<HTMLElement>(null);
  useEffect(() => {
    const list = sidebar.current;
    const link = list?.querySelector<HTMLElement>('[aria-current="page"]');
    // In a low window the list scrolls by itself. `scrollIntoView` would scroll the page as well.
    if (list && link) list.scrollTop = Math.max(list.scrollTop, endOf(link) - list.clientHeight);
  }, [pathname]);
  const [you, ...others] = groups;
  return (
    <div className={css.layout}>
      {isFirst && <h1 className={css.first}>{words.settings}</h1>}
      <nav ref={sidebar} aria-label={words.settings} className={isFirst ? css.sidebar : css.sidebarOfOther}>
        {you && <Group {...you} />}
        <div className={css.groups}>
          {others.map((group) => (
            <Group key={group.name} {...group} />
          ))}
        </div>
      </nav>
      {isFirst && <Cards {...own} answer={answer} />}
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
