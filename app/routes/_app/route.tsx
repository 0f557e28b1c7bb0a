/** The frame of signed-in pages: header, bottom navigation, messages, live revalidation. */
import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Link,
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { useEffect, useState, type ComponentType } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { withCachedRoute } from '~/components/offline/cached-route';
import type { Actor } from '~/domain/kernel/actor';
import { mainPagesOf, menuPagesOf } from '~/domain/kernel/pages.server';
import { may, mayAll } from '~/domain/kernel/permissions';
import { waitingDocuments } from '~/domain/intake/ways/attention.server';
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
import { isAboutPageOnly, onGap, useLive } from '~/live/use-live';
import { useRouter } from '~/ui/router-internals';
import { forgetOthers } from '~/components/offline/owner';
import { isMarked } from '~/modules/push/mark';
import type { Look } from '~/components/page/page-context';
import { useKeptFocus } from '~/ui/kept-focus';
import { ShownZone, Time } from '~/ui/time';
import { ToastHost } from '~/ui/toast';
import { useRouteCode } from '~/components/offline/route-code';
import { deniedRole, OtherRolesOnly, signedOut, SignInAgain } from '~/forms/no-access';
import { Card } from '~/ui/card';
import { TryAgain, useFailure } from '~/ui/failure';
import { Stack } from '~/ui/layout';
import { frame as words } from '~/words/en/frame';
import * as css from './frame.css';
import { DemoWarning } from './demo-warning';
import { BottomBar, Header, type FrameUser } from './header';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? `${troubleTitle(error)} · Parts Dispatch` : 'Parts Dispatch' },
];

const frameUser = (actor: Actor, waiting: number | null) => ({
  id: actor.id,
  name: actor.name,
  username: actor.username,
  // Pages of an older build still read it.
  roles: actor.roles,
  pages: mainPagesOf(actor, waiting),
  menu: menuPagesOf(actor),
});

/** True when the requested address can be reached from other machines. */
const isPublic = (request: Request) => !isLoopbackHost(new URL(request.url).hostname);

export async function loader({ request }: LoaderFunctionArgs) {
  // Each page checks permissions itself. The page for unknown paths is open to everyone.
  const actor = await load(() => findActor(request));
  const [preferences, waiting] = await load(() =>
    Promise.all([
      actor ? getPreferences({ actor }) : PREFERENCES,
      actor && may(actor, 'readInbox') ? waitingDocuments() : null,
    ]),
  );
  const { toast, headers } = await readToast(request);
  const frame = {
    user: actor && frameUser(actor, waiting),
    network: networkNames().name,
    /** The number of documents that wait; null where nothing of the inbox is shown. */
    inbox: waiting,
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
        {words.skip}
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
  const { renew } = await import('~/modules/push/this-device');
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

const lookOf = ({ theme, textSize, boardView }: Preferences): Look => ({ theme, textSize, boardView });

/** For the device's zone, the server first renders times in the business' zone. */
function zoneOf({ timeZone }: Preferences): ShownZone {
  const chosen = timeZone !== DEVICE_ZONE && timeZone !== BUSINESS_ZONE;
  const business = businessZone();
  return { zone: chosen ? timeZone : business, business, followsDevice: timeZone === DEVICE_ZONE };
}

// Set in the browser only, where there is one page and one user.
let shown: unknown = null;
let heading: Heading = { user: null, network: '' };

/** The data of the header. */
type Heading = { user: FrameUser | null; network: string };

/** The last data of the frame. When the server can't be reached, the page keeps this frame. */
function useKeepFrame(frame: Heading): void {
  useEffect(() => {
    // Leaves out data that must be shown once only.
    shown = { ...frame, toast: null, restored: null };
    heading = frame;
    return () => {
      shown = null;
      heading = { user: null, network: '' };
    };
  }, [frame]);
}

const keptFrame = () => shown as FrameData | null;

/** The data of that frame's header, for an error page that replaces the frame. */
function useKeptHeading(): Heading {
  const [kept] = useState(heading);
  return kept;
}

/** The state of the live connection. Without JavaScript it shows the time of the page, and a link that reloads it. */
function LiveStatus({ loadedAt }: { loadedAt: string }) {
  const { connection, since } = useLive(useRouter());
  const { pathname, search } = useLocation();
  const hydrated = useHydrated();
  if (!hydrated || connection === 'connecting') {
    return (
      <span className={css.line}>
        <span className={css.updated}>
          {words.updated}
          <Time iso={loadedAt} />
        </span>
        <Link to={pathname + search} reloadDocument>
          {words.refresh}
        </Link>
      </span>
    );
  }
  return (
    <span className={css.line} role="status">
      <span className={css.dot} data-line={connection} aria-hidden="true" />
      {connection === 'live' && words.live}
      {connection === 'reconnecting' && words.reconnecting}
      {connection === 'offline' && since && (
        <span>
          {words.offlineSince}
          <Time iso={since} />
        </span>
      )}
    </span>
  );
}

/**
 * Milliseconds. A page stays open all day, so it tries again to load the notice after a short loss of the connection.
 */
const AGAIN_MS = 5_000;

/** Holds navigations from the start. The notice about them is loaded after the page. */
function Held() {
  useRouteCode();
  const [Notice, setNotice] = useState<ComponentType | null>(null);
  useEffect(() => {
    let timer: number | undefined;
    const load = () => {
      import('./held-notice').then(
        ({ HeldNotice }) => {
          setNotice(() => HeldNotice);
        },
        () => {
          timer = window.setTimeout(load, AGAIN_MS);
        },
      );
    };
    load();
    return () => {
      window.clearTimeout(timer);
    };
  }, []);
  return Notice && <Notice />;
}

/** Pages with lists of tasks, or dialogs over them. This component is shown when the page itself failed. */
const LISTS_OF_TASKS = /^\/(dispatcher|driver)(\/|$)/;

/** Shown instead of a failed page. */
function Trouble({ error }: { error: unknown }) {
  const role = deniedRole(error);
  const ended = signedOut(error);
  const failure = useFailure(error, {
    title: words.wrong,
    text: words.partNotShown,
  });
  const { pathname } = useLocation();
  const isGone = isRouteErrorResponse(error) && error.status === 404;
  const ofTasks = !isGone && LISTS_OF_TASKS.test(pathname);
  return (
    <div className={css.trouble}>
      <Card title={role ? words.denied : ended ? words.sessionEnded : failure.title} level={1}>
        <Stack gap={3}>
          {role && <OtherRolesOnly role={role} />}
          {ended && <SignInAgain ended={ended} />}
          {!role && !ended && (
            <>
              {ofTasks && <strong>{words.tasksNotRead}</strong>}
              <p>{failure.text}</p>
              <TryAgain />
            </>
          )}
        </Stack>
      </Card>
    </div>
  );
}

/** The title of the browser's tab. */
function troubleTitle(error: unknown): string {
  if (deniedRole(error)) return words.denied;
  if (signedOut(error)) return words.sessionEnded;
  return words.wrong;
}
