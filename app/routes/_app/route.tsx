/** The signed-in frame: header, bottom navigation, messages, live revalidation. */
import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import {
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { env } from '~/env.server';
import { readToast } from '~/http/flash.server';
import { requireActor } from '~/http/session.server';
import { orRemembered } from '~/parts/offline/or-remembered';
import { BusinessZone } from '~/ui/time';
import { ToastHost } from '~/ui/toast';
import { BottomBar } from './bottom-bar';
import * as css from './frame.css';
import { Header } from './header';
import { keptFrame, useKeepFrame, useKeptUser } from './kept-frame';
import { LiveStatus } from './live-status';
import { Trouble, troubleTitle } from './trouble';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? `${troubleTitle(error)} · Parts Dispatch` : 'Parts Dispatch' },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, name, username, roles } = await requireActor(request);
  const { toast, headers } = await readToast(request);
  const frame = {
    user: { id, name, username, roles },
    toast,
    zone: env.BUSINESS_TIME_ZONE,
    loadedAt: new Date().toISOString(),
  };
  return data(frame, { headers });
}

type FrameData = ReturnType<typeof useLoaderData<typeof loader>>;

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  orRemembered<FrameData>(() => serverLoader<typeof loader>(), keptFrame());

/** Who is signed in and what is said to them changes with what they do; pages ask for themselves. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod }) =>
  formMethod !== undefined && formMethod !== 'GET';

export default function Frame() {
  const frame = useLoaderData<typeof loader>();
  const { user, toast, zone, loadedAt } = frame;
  useKeepFrame(frame);
  return (
    <BusinessZone.Provider value={zone}>
      <a href="#content" className={css.skip}>
        Skip to content
      </a>
      <Header user={user} status={<LiveStatus loadedAt={loadedAt} />} />
      <main id="content" className={css.main}>
        <ToastHost message={toast}>
          <Outlet />
        </ToastHost>
      </main>
      <BottomBar user={user} />
    </BusinessZone.Provider>
  );
}

/** Keeps the page usable: what failed says so, and the way elsewhere stays open. */
export function ErrorBoundary() {
  const error = useRouteError();
  const kept = useKeptUser();
  const user = useRouteLoaderData<typeof loader>('routes/_app')?.user ?? kept;
  return (
    <>
      <Header user={user} status={null} />
      <main id="content" className={css.main}>
        <Trouble error={error} />
      </main>
      {user && <BottomBar user={user} />}
    </>
  );
}
