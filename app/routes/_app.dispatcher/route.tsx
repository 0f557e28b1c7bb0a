import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { boardKey, boardVersion, getBoard } from '~/domain/views/board/board.server';
import { findFirstSteps } from '~/domain/administration/setup/first-steps.server';
import { findTasks } from '~/domain/views/board/find.server';
import { cacheData, load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { boardView } from '~/components/board/board-links';
import { suggestedRoute } from '~/components/map/map-params';
import { skipRevalidationUnderDialog } from '~/forms/view-params';
import { VisuallyHidden } from '~/ui/hidden';
import * as css from './board.css';
import { BoardLine } from './board-line';
import { ChangeSummary } from './change-summary';
import { readFilters } from './filters';
import { HeaderTools } from './header-tools';
import { RouteMap } from './route-map';
import { StatusCard } from './status-card';
import { loadSuggested } from './suggested.server';
import { useArrivals } from './use-arrivals';
import { useBoardKeys } from './use-board-keys';

export const meta: MetaFunction = () => [{ title: 'Dashboard · Parts Dispatch' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readBoard');
  const { search } = new URL(request.url);
  const { text } = readFilters(search);
  const steps = await load(() => findFirstSteps(actor));
  const read = async () => {
    const [board, found, suggested] = await Promise.all([
      getBoard(actor),
      findTasks({ actor, input: { q: text } }),
      loadSuggested(actor, search),
    ]);
    return { ...board, found, suggested, steps, loadedAt: new Date().toISOString() };
  };
  const isForAll = steps === null && text === '' && suggestedRoute(search) === null;
  return load(() =>
    isForAll ? cacheData(context, boardKey(actor), () => boardVersion(actor), read) : read(),
  );
}

export const handle = { HeaderTools };

export const shouldRevalidate = skipRevalidationUnderDialog((search) => boardView(search));

export default function Dispatcher() {
  const { found, suggested, steps, loadedAt, ...board } = useLoaderData<typeof loader>();
  const filters = readFilters(useLocation().search);
  const arrivals = useArrivals(board.liveVersion);
  useBoardKeys();
  return (
    <>
      <VisuallyHidden>
        <h1>Dispatcher dashboard</h1>
      </VisuallyHidden>
      <div className={css.page}>
        <BoardLine board={board} loadedAt={loadedAt} late={arrivals.flatMap((each) => each.late).length} />
        <div className={css.board}>
          <StatusCard board={board} arrivals={arrivals} filters={filters} found={found} steps={steps} />
          <aside className={css.side} aria-label="Map and list">
            <RouteMap board={board} found={found} suggestedByAddress={suggested} />
          </aside>
          <Outlet />
        </div>
      </div>
      <ChangeSummary drivers={board.drivers} />
    </>
  );
}
