/** The frame of signed-in pages: header, bottom navigation, messages, live revalidation. */
import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import {
  Outlet,
  useLoaderData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { useEffect, type ComponentType } from 'react';
import { withCachedRoute } from '~/components/offline/cached-route';
import type { Actor } from '~/domain/kernel/actor';
import { homeOf, mainPagesOf, menuPagesOf } from '~/domain/kernel/pages.server';
import { may, mayAll } from '~/domain/kernel/permissions';
import { isLoopbackHost } from '~/domain/platform/ip-address.server';
import { openDemoAccounts } from '~/domain/network/users/demo-accounts.server';
import {
  BUSINESS_ZONE,
  DEVICE_ZONE,
  PREFERENCES,
  type Preferences,
} from '~/domain/network/users/preferences';
import { getPreferences } from '~/domain/network/users/profile.server';
import { businessZone, networkNames } from '~/domain/network/settings/network.server';
import { restoredInput } from '~/forms/answers.server';
import { Person } from '~/forms/person';
import { RestoredInputContext } from '~/forms/typed';
import { dispatcherPhone } from '~/domain/network/users/dispatcher-phone.server';
import { load } from '~/http/page.server';
import { readToast } from '~/http/redirect.server';
import { findActor } from '~/http/session.server';
import { isAboutPageOnly, onGap } from '~/live/use-live';
import { forgetOthers } from '~/components/offline/owner';
import { isMarked } from '~/components/push/mark';
import type { Look } from '~/components/page/page-context';
import { useKeptFocus } from '~/ui/kept-focus';
import { ShownZone } from '~/ui/time';
import { ToastHost } from '~/ui/toast';
import * as css from './frame.css';
import { BottomBar, DemoWarning, Header } from './header';
import { Held } from './held';
import { keptFrame, useKeepFrame, useKeptHeading } from './kept-frame';
import { LiveStatus } from './live-status';
import { Trouble, troubleTitle } from './trouble';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? `${troubleTitle(error)} · Parts Dispatch` : 'Parts Dispatch' },
];

const frameUser = (actor: Actor) => ({
  id: actor.id,
  name: actor.name,
  username: actor.username,
  // Pages of an older build still read it.
  roles: actor.roles,
  home: homeOf(actor),
  pages: mainPagesOf(actor),
  menu: menuPagesOf(actor),
});

/** True when the requested address can be reached from other machines. */
const isPublic = (request: Request) => !isLoopbackHost(new URL(request.url).hostname);

export async function loader({ request }: LoaderFunctionArgs) {
  // Each page checks permissions itself. The page for unknown paths is open to everyone.
  const actor = await load(() => findActor(request));
  const preferences = actor ? await load(() => getPreferences({ actor })) : PREFERENCES;
  const { toast, headers } = await readToast(request);
  const frame = {
    user: actor && frameUser(actor),
    network: networkNames().name,
    look: lookOf(preferences),
    zone: zoneOf(preferences),
    dispatcherPhone: actor && may(actor, 'driveRoute') ? await load(dispatcherPhone) : '',
    toast,
    restored: actor && (await load(() => restoredInput(request, actor))),
    demoAccounts:
      actor && mayAll(actor, 'manageUsers') && isPublic(request) ? await load(openDemoAccounts) : [],
    loadedAt: new Date().toISOString(),
  };
  return data(frame, { headers });
}

type FrameData = ReturnType<typeof useLoaderData<typeof loader>>;

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  withCachedRoute<FrameData>(() => serverLoader<typeof loader>(), keptFrame());

/**
 * The frame does not load again for another view of the same page, a refused form, a form without an answer, or a live
 * change.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, formMethod = 'GET', actionStatus = 200, defaultShouldRevalidate } = change;
  if (actionStatus >= 400 || isAboutPageOnly()) return false;
  const isSamePage = currentUrl.pathname === nextUrl.pathname && formMethod === 'GET';
  return isSamePage && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
};

export default function Frame() {
  const frame = useLoaderData<typeof loader>();
  const { user, network, toast, restored, zone, loadedAt, demoAccounts } = frame;
  useKeepFrame(frame);
  useKeptFocus();
  const person = user?.id ?? null;
  useEffect(() => {
    if (person === null) return;
    void forgetOthers(person);
    const renew = () => {
      if (isMarked(person)) renewNotifications(person).catch(() => undefined); // the next page tries again
    };
    renew();
    // A backup may have been restored in the meantime.
    return onGap(renew);
  }, [person]);
  return (
    <ShownZone.Provider value={zone}>
      <a href="#content" className={css.skip}>
        Skip to content
      </a>
      <Header
        network={network}
        user={user}
        status={user && <LiveStatus loadedAt={loadedAt} />}
        dispatcherPhone={frame.dispatcherPhone}
        tools={<PageTools />}
      />
      <main id="content" className={css.main}>
        {demoAccounts.length > 0 && <DemoWarning accounts={demoAccounts} />}
        <ToastHost message={toast}>
          {/* Another person in the same tab gets new page components. */}
          <Person.Provider key={person} value={person}>
            <RestoredInputContext.Provider value={restored}>
              <Outlet />
            </RestoredInputContext.Provider>
          </Person.Provider>
          <Held />
        </ToastHost>
      </main>
      {user && <BottomBar user={user} />}
    </ShownZone.Provider>
  );
}

/**
 * Renews the push subscription, which ends with its session and is in no restored backup. Its code is loaded only for
 * people who had one.
 */
async function renewNotifications(person: number): Promise<void> {
  const { renew } = await import('~/components/push/this-device');
  await renew(person);
}

/** The page's part of the header, from the `handle` of its route. */
function PageTools() {
  const page = useMatches().find(({ handle }) => isWithTools(handle));
  if (!isWithTools(page?.handle)) return null;
  const { HeaderTools } = page.handle;
  return <HeaderTools />;
}

const isWithTools = (handle: unknown): handle is { HeaderTools: ComponentType } =>
  typeof handle === 'object' && handle !== null && 'HeaderTools' in handle;

/** Keeps the page usable: it shows the failure, and the navigation stays. */
export function ErrorBoundary() {
  const error = useRouteError();
  const kept = useKeptHeading();
  const { user, network } = useRouteLoaderData<typeof loader>('routes/_app') ?? kept;
  return (
    <>
      <Header network={network} user={user} status={null} />
      <main id="content" className={css.main}>
        <Trouble error={error} />
        <Held />
      </main>
      {user && <BottomBar user={user} />}
    </>
  );
}

const lookOf = ({ theme, textSize }: Preferences): Look => ({ theme, textSize });

/** For the device's zone, the server first renders times in the business' zone. */
function zoneOf({ timeZone }: Preferences): ShownZone {
  const chosen = timeZone !== DEVICE_ZONE && timeZone !== BUSINESS_ZONE;
  const business = businessZone();
  return { zone: chosen ? timeZone : business, business, followsDevice: timeZone === DEVICE_ZONE };
}
