/** The signed-in frame: header, bottom navigation, messages, live revalidation. */
import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteError, useRouteLoaderData } from '@remix-run/react';
import { env } from '~/env.server';
import { readToast } from '~/http/flash.server';
import { requireActor } from '~/http/session.server';
import { BusinessZone } from '~/ui/time';
import { ToastHost } from '~/ui/toast';
import { BottomBar } from './bottom-bar';
import * as css from './frame.css';
import { Header } from './header';
import { useKeepUser, useKeptUser } from './kept-frame';
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

export default function Frame() {
  const { user, toast, zone, loadedAt } = useLoaderData<typeof loader>();
  useKeepUser(user);
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
