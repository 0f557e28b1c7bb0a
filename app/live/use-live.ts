/** The browser's part of /ws. It turns messages into revalidation, and knows the state of the connection. */
import { useMatches } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { RouterProviderProps } from 'react-router-dom';
import { keepConnected, type Socket, type SocketEvents } from './connection';
import type { LiveMessage, PositionMessage } from './message';
import type { FollowMoves, Moved } from '~/domain/tasks/model/last-positions';
import { createPace } from './pace';

type LiveState = {
  connection: 'connecting' | 'live' | 'reconnecting' | 'offline';
  /** The time of the disconnection, ISO 8601. */
  since: string | null;
};

const REFRESH_SESSION_MS = 5 * 60_000;
const CHANGES = new Set(['TASK_CREATED', 'TASK_UPDATED', 'TASK_DELETED']);

/**
 * Opens the channel while the page is visible. The frame calls it, once per page. After a gap, a loader that returns a
 * `liveVersion` runs again only if the lists have changed.
 */
export function useLive(router: Router | undefined): LiveState {
  const shown = useShownVersion();
  const [state, setState] = useState<LiveState>({ connection: 'connecting', since: null });
  const refresh = useCoalescedRevalidation(router);

  useEffect(() => {
    let lostAt: string | null = null;
    const refreshAll = () => {
      refresh('everything');
    };
    const connection = keepConnected({
      open: openSocket,
      onGreeting: (version, hadGap) => {
        if (hadGap) {
          gaps.tell(undefined);
          regions.tell(undefined); // the street map may have changed during the disconnection
        }
        lostAt = null;
        setState({ connection: 'live', since: null });
        moves.tell('gap');
        if (shown.current !== null && version !== shown.current) refresh('page'); // there were changes during the disconnection
      },
      onMessage: (message) => {
        if (CHANGES.has(message.type)) {
          refresh('page');
          changes.tell({ taskId: idOf(message.taskId), driverId: idOf(message.driverId) });
        } else if (message.type === 'POSITION') moves.tell(message as PositionMessage);
        else if (message.type === 'REGION') regions.tell(undefined);
        else if (message.type === 'ARRIVALS') arrivals.tell(undefined);
        else if (message.type === 'INBOX') refreshAll();
        else console.info('live: ignored', message);
      },
      onUnreadable: (data) => {
        console.info('live: unreadable', data);
      },
      onLost: () => {
        lostAt ??= new Date().toISOString();
        setState({ connection: navigator.onLine ? 'reconnecting' : 'offline', since: lostAt });
      },
      onSignedOut: refreshAll, // the loader redirects to the sign-in page
      onRefused: () => void whenSignedOut(refreshAll),
    });
    const wake = () => {
      if (document.visibilityState === 'hidden') return;
      if (connection.wake()) void whenReachable(refreshAll);
    };
    // Extends the session of an open page, and notices the end of a session.
    const stay = window.setInterval(() => {
      if (document.visibilityState === 'visible') void whenReachable(refreshAll);
    }, REFRESH_SESSION_MS);

    window.addEventListener('online', connection.replace);
    window.addEventListener('offline', connection.lose);
    window.addEventListener('pageshow', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      window.clearInterval(stay);
      connection.stop();
      window.removeEventListener('online', connection.replace);
      window.removeEventListener('offline', connection.lose);
      window.removeEventListener('pageshow', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [refresh, shown]);

  return state;
}

function openSocket({ onMessage, onClose }: SocketEvents): Socket {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(`${scheme}://${window.location.host}/ws`);
  socket.onmessage = ({ data }) => {
    onMessage(data);
  };
  socket.onerror = () => {
    socket.close();
  };
  socket.onclose = ({ code }) => {
    onClose(code);
  };
  return socket;
}

type Change = Pick<LiveMessage, 'taskId' | 'driverId'>;

/** A list of listeners, and a function that calls them. */
function createListeners<Word>() {
  const all = new Set<(word: Word) => void>();
  return {
    hear: (hear: (word: Word) => void): (() => void) => {
      all.add(hear);
      return () => {
        all.delete(hear);
      };
    },
    tell: (word: Word): void => {
      for (const hear of all) hear(word);
    },
  };
}

const changes = createListeners<Change>();
/** Calls back for each change that a message reports. @returns a function that ends this. */
export const onChange = changes.hear;
const moves = createListeners<Moved>();
/**
 * Calls back when a driver has moved, and with `gap` when moves may have been missed.
 * @returns a function that ends this.
 */
export const onMoved: FollowMoves = moves.hear;
const gaps = createListeners<undefined>();
/** Calls back when the connection is back. @returns a function that ends this. */
export const onGap: (hear: () => void) => () => void = gaps.hear;
const regions = createListeners<undefined>();
/** Calls back when the street map may have been replaced. @returns a function that ends this. */
export const onRegion: (hear: () => void) => () => void = regions.hear;

const arrivals = createListeners<undefined>();
/** Calls back when arrival times have changed without a change of the lists. @returns a function that ends this. */
export const onArrivals: (hear: () => void) => () => void = arrivals.hear;

const idOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** Checks the connection first, because a failed revalidation would replace the page by an error. */
async function whenReachable(refresh: () => void): Promise<void> {
  try {
    if ((await fetch('/healthz', { cache: 'no-store' })).ok) refresh();
  } catch {
    // offline: the socket reconnects later and revalidates then
  }
}

/** A page from the service worker's cache needs this too, because it has not asked the server yet. */
async function whenSignedOut(refresh: () => void): Promise<void> {
  try {
    const { status, headers } = await fetch('/api/user', { cache: 'no-store' });
    if (status === 401 && headers.get('Content-Type')?.startsWith('application/json')) refresh();
  } catch {
    // offline: checked again with the next connection
  }
}

/** The oldest version among the data of the page; null if no loader returned one. */
function useShownVersion() {
  const versions = useMatches().flatMap(({ data }) =>
    typeof data === 'object' && data !== null && 'liveVersion' in data ? [Number(data.liveVersion)] : [],
  );
  const shown = useRef<number | null>(null);
  shown.current = versions.length > 0 ? Math.min(...versions) : null;
  return shown;
}

/** `page` leaves out the frame, which does not depend on messages. */
type Scope = 'page' | 'everything';

// True while the router decides which loaders run.
let isPageOnly = false;

/** The frame's `shouldRevalidate` calls it. */
export const isAboutPageOnly = () => isPageOnly;

/**
 * Shows a change at once. Changes that follow within a moment, or during a revalidation, share the next revalidation.
 * It waits for a navigation or form under way.
 */
function useCoalescedRevalidation(router: Router | undefined): (scope: Scope) => void {
  const wanted = useRef<Scope | null>(null);
  const timer = useRef<number>();
  const [pace] = useState(createPace);

  const look = useRef(() => {
    timer.current = undefined;
    if (!router || isBusy(router) || wanted.current === null) return;
    isPageOnly = wanted.current === 'page';
    wanted.current = null;
    pace.begin(performance.now());
    router.revalidate();
    isPageOnly = false;
  });
  const soon = useRef(() => {
    timer.current ??= window.setTimeout(look.current, pace.wait(performance.now()));
  });
  const refresh = useRef((scope: Scope) => {
    if (wanted.current !== 'everything') wanted.current = scope;
    soon.current();
  });
  useEffect(
    () =>
      router?.subscribe(() => {
        if (!isBusy(router) && wanted.current !== null) soon.current();
      }),
    [router],
  );
  return refresh.current;
}

type Router = RouterProviderProps['router'];

/**
 * True while a revalidation would lose an answer, for example its flash message: it restarts a navigation under way,
 * and the router then ignores the redirect of a fetcher's form.
 */
const isBusy = ({ state: { navigation, revalidation, fetchers } }: Router) =>
  navigation.state !== 'idle' ||
  revalidation !== 'idle' ||
  [...fetchers.values()].some(({ state }) => state === 'submitting');
