import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { getBoard } from '~/domain/views/board/board.server';
import { findFirstSteps } from '~/modules/set-up/setup.server';
import { findTasks } from '~/domain/views/board/find.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { boardView } from '~/components/board/board-links';
import { skipRevalidationUnderDialog } from '~/forms/view-params';
import { VisuallyHidden } from '~/ui/layout';
import { whenIdle } from '~/ui/lazy-or';
import { wholeSheet } from '~/ui/sheet';
import { nameOf } from '~/domain/tasks/model/stops';
import type { Board, BoardRow } from '~/domain/views/board/board';
import { onChange } from '~/live/use-live';
import * as css from './board.css';
import { AttentionLinks } from './board-line';
import { readFilters } from './filters';
import { HeaderTools, useBoardKeys } from './header-tools';
import { RouteMap } from './route-map';
import { StatusCard } from './status-card';
import type * as Changes from './changes';
import { RunStrip } from './run-strip';
import { loadSuggested } from './suggested.server';
import { runsFor, timesFor } from './times.server';
import { useTimes } from './use-times';

export const meta: MetaFunction = () => [{ title: 'Dashboard · Parts Dispatch' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readBoard');
  const { text } = readFilters(new URL(request.url).search);
  const [board, found, suggestion, steps, drawTimes] = await load(() =>
    Promise.all([
      getBoard(actor),
      findTasks({ actor, input: { q: text } }),
      loadSuggested(actor, request),
      findFirstSteps(actor),
      timesFor(actor),
    ]),
  );
  if (drawTimes) context.drawTimes = drawTimes;
  context.drawRuns = runsFor(board);
  return { ...board, found, ...suggestion, steps, changedLists: null, loadedAt: new Date().toISOString() };
}

// In the browser there is one page, which shows one board.
let shown: Board | null = null;

/** The page that is open loads the changes alone. The first visit does not need the code for that. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const code = shown && (await import('./load-changes').catch(() => null));
  const changed = await code?.loadChanges(request, shown);
  return changed
    ? { ...changed, suggested: null, discarded: null, steps: null }
    : serverLoader<typeof loader>();
}

export const handle = { HeaderTools };

export const shouldRevalidate = skipRevalidationUnderDialog((search) => boardView(search));

export default function Dispatcher() {
  const { found, suggested, discarded, steps, loadedAt, changedLists, ...board } =
    useLoaderData<typeof clientLoader>();
  const filters = readFilters(useLocation().search);
  const { arrivals, times, code } = useTimes(board.liveVersion, changedLists);
  useBoardKeys();
  useEarlyIcons();
  useKeepBoard(steps ? null : board);
  return (
    <>
      <VisuallyHidden>
        <h1>Dashboard</h1>
      </VisuallyHidden>
      <div className={css.page}>
        <div className={css.board}>
          <StatusCard
            board={board}
            arrivals={arrivals}
            times={times}
            filters={filters}
            found={found}
            steps={steps}
            runs={board.runs.length > 0 && <RunStrip runs={board.runs} code={code} />}
            attention={
              <AttentionLinks
                board={board}
                loadedAt={loadedAt}
                late={arrivals.flatMap((each) => each.late).length}
              />
            }
          />
          <aside className={css.side} aria-label="Map and list">
            <RouteMap board={board} found={found} suggestedByAddress={suggested} discarded={discarded} />
          </aside>
          <Outlet />
        </div>
      </div>
      <ChangeSummary drivers={board.drivers} />
    </>
  );
}

/** @param board null when its changes alone are not enough for the page. */
function useKeepBoard(board: Board | null) {
  useEffect(() => {
    shown = board;
    return () => {
      shown = null;
    };
  });
}

/** Panels and dialogs open faster when their icons are decoded. */
function useEarlyIcons() {
  useEffect(() => {
    const load = () => import('~/ui/early-icons');
    const offline = () => undefined;
    void wholeSheet().then(() => {
      whenIdle(() => {
        load().then(({ decodeIcons }) => {
          decodeIcons();
        }, offline);
      });
    });
  }, []);
}

/** Announces changes politely. The code for that is loaded with the first one. */
function ChangeSummary({ drivers }: { drivers: BoardRow[] }) {
  const [said, setSaid] = useState('');
  const latest = useRef(drivers);
  latest.current = drivers;
  useEffect(() => {
    let announcer: Promise<ReturnType<typeof Changes.createAnnouncer>> | undefined;
    const offline = () => undefined;
    const stop = onChange((message) => {
      announcer ??= import('./changes').then(({ createAnnouncer }) =>
        createAnnouncer(setSaid, (id) => {
          const driver = latest.current.find((each) => each.id === id);
          return driver && nameOf(driver);
        }),
      );
      announcer.then(({ hear }) => {
        hear(message);
      }, offline);
    });
    return () => {
      stop();
      announcer?.then(({ end }) => {
        end();
      }, offline);
    };
  }, []);
  return (
    <VisuallyHidden>
      <span role="status">{said}</span>
    </VisuallyHidden>
  );
}
