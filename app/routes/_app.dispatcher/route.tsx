import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { getBoard } from '~/domain/tasks/board.server';
import { load } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { VisuallyHidden } from '~/ui/hidden';
import * as css from './board.css';
import { RouteMap } from './route-map';
import { StatusCard } from './status-card';

export const meta: MetaFunction = () => [{ title: 'Dashboard · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  return load(() => getBoard(actor));
}

export default function Dispatcher() {
  const board = useLoaderData<typeof loader>();
  return (
    <>
      <VisuallyHidden>
        <h1>Dispatcher dashboard</h1>
      </VisuallyHidden>
      <div className={css.board}>
        <StatusCard board={board} />
        <RouteMap board={board} />
      </div>
      <Outlet />
    </>
  );
}
