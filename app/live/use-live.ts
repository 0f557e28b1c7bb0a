/** The browser's end of /ws: turns messages into revalidation, and knows the state of the line. */
import { useMatches, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { SIGNED_OUT } from './message';

export type Line = 'connecting' | 'live' | 'reconnecting' | 'offline';
export type LiveState = { line: Line; /** ISO 8601: since when there is no line. */ since: string | null };

const RECONNECT_MS = 2_000;
const LONGEST_RECONNECT_MS = 30_000;
const JITTER_MS = 2_000;
/** A line that says nothing for so long is none: two heartbeats, and some patience. */
const SILENCE_MS = 60_000;
/** Until the greeting. */
const GREETING_MS = 20_000;
const BURST_MS = 150;
const REFRESH_SESSION_MS = 5 * 60_000;
const CHANGES = new Set(['TASK_CREATED', 'TASK_UPDATED', 'TASK_DELETED']);

/**
 * Opens the channel as long as the page is shown. One per page: the frame calls it. A loader that returns a
 * `liveVersion` is asked again after a gap only when the lists have changed since.
 */
export function useLive(): LiveState {
  const shown = useShownVersion();
  const [state, setState] = useState<LiveState>({ line: 'connecting', since: null });
  const refresh = useCoalescedRevalidation();

  useEffect(() => {
    let socket: WebSocket | null = null;
    let timer: number | undefined;
    let silence: number | undefined;
    let heardAt = 0;
    let wait = RECONNECT_MS;
    let lostAt: string | null = null;
    let stopped = false;

    const refreshAll = () => {
      refresh('everything');
    };
    const lose = () => {
      lostAt ??= new Date().toISOString();
      setState({ line: navigator.onLine ? 'reconnecting' : 'offline', since: lostAt });
    };
    // A browser does not notice a dead connection by itself.
    const expectWordIn = (ms: number) => {
      window.clearTimeout(silence);
      silence = window.setTimeout(() => {
        lose();
        drop();
        later();
      }, ms);
    };
    const drop = () => {
      window.clearTimeout(silence);
      if (!socket) return;
      socket.onclose = null;
      socket.onmessage = null;
      socket.close();
      socket = null;
    };
    const later = () => {
      timer = window.setTimeout(connect, wait);
      // Not all browsers at once, should the first try have been in vain.
      wait = Math.min(wait * 2, LONGEST_RECONNECT_MS) + Math.random() * JITTER_MS;
    };
    const connect = () => {
      window.clearTimeout(timer);
      if (stopped || (socket && socket.readyState <= WebSocket.OPEN)) return;
      const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
      const opening = new WebSocket(`${scheme}://${window.location.host}/ws`);
      socket = opening;
      let isGreeted = false;
      expectWordIn(GREETING_MS);
      opening.onmessage = ({ data }) => {
        heardAt = Date.now();
        expectWordIn(SILENCE_MS);
        const message = read(data);
        if (message?.type === 'HEARTBEAT') return;
        if (message?.type === 'LIVE') {
          isGreeted = true;
          wait = RECONNECT_MS;
          lostAt = null;
          setState({ line: 'live', since: null });
          if (shown.current !== null && message.version !== shown.current) refresh('page'); // something happened while nobody listened
        } else if (message && CHANGES.has(message.type)) refresh('page');
        else console.info('live: ignored', data);
      };
      opening.onerror = () => {
        opening.close();
      };
      opening.onclose = ({ code }) => {
        if (stopped) return;
        window.clearTimeout(silence);
        lose();
        if (code === SIGNED_OUT) {
          refresh('everything'); // the loader sends the page to sign in
          return;
        }
        if (!isGreeted) void whenSignedOut(refreshAll); // a refusal says no more than that
        later();
      };
    };
    const wake = () => {
      if (document.visibilityState === 'hidden') return;
      wait = RECONNECT_MS;
      if (socket?.readyState !== WebSocket.OPEN) connect();
      else if (Date.now() - heardAt > SILENCE_MS) comeBack();
      else void whenReachable(refreshAll);
    };
    // The socket of before may be dead without knowing it; a new one is greeted with what has changed since.
    const comeBack = () => {
      if (socket) lose();
      drop();
      wait = RECONNECT_MS;
      connect();
    };
    // An open page keeps its session; one that is open past its end finds out.
    const stay = window.setInterval(() => {
      if (document.visibilityState === 'visible') void whenReachable(refreshAll);
    }, REFRESH_SESSION_MS);

    connect();
    window.addEventListener('online', comeBack);
    window.addEventListener('offline', lose);
    window.addEventListener('pageshow', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      stopped = true;
      window.clearTimeout(timer);
      window.clearInterval(stay);
      drop();
      window.removeEventListener('online', comeBack);
      window.removeEventListener('offline', lose);
      window.removeEventListener('pageshow', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [refresh, shown]);

  return state;
}

/** A revalidation that fails for want of a line would put an error where the page is. */
async function whenReachable(refresh: () => void): Promise<void> {
  try {
    if ((await fetch('/healthz', { cache: 'no-store' })).ok) refresh();
  } catch {
    // no line: the socket's own reconnecting will notice when there is one
  }
}

/** Also for a page that was opened from what the phone keeps, and has not asked the server for itself yet. */
async function whenSignedOut(refresh: () => void): Promise<void> {
  try {
    const { status, headers } = await fetch('/api/user', { cache: 'no-store' });
    if (status === 401 && headers.get('Content-Type')?.startsWith('application/json')) refresh();
  } catch {
    // no line: it is asked again with the next connection
  }
}

type Incoming = { type: string; version?: unknown };

function read(data: unknown): Incoming | null {
  try {
    const message: unknown = JSON.parse(String(data));
    if (
      typeof message === 'object' &&
      message !== null &&
      'type' in message &&
      typeof message.type === 'string'
    ) {
      return message as Incoming;
    }
  } catch {
    // falls through: said once, below
  }
  return null;
}

/** The oldest version among what the page shows now, or null when nothing on it has one. */
function useShownVersion() {
  const versions = useMatches().flatMap(({ data }) =>
    typeof data === 'object' && data !== null && 'liveVersion' in data ? [Number(data.liveVersion)] : [],
  );
  const shown = useRef<number | null>(null);
  shown.current = versions.length > 0 ? Math.min(...versions) : null;
  return shown;
}

/** What is asked for anew: the frame shows nothing of what messages tell about. */
type Scope = 'page' | 'everything';

// True while the router chooses what to ask for.
let isPageOnly = false;

/** For the frame's `shouldRevalidate`. */
export const isAboutPageOnly = () => isPageOnly;

/**
 * A burst of calls makes one revalidation, and one more when something changed while it ran. A navigation under way is
 * not begun anew for it: what its first answer carried, a message say, would be lost.
 */
function useCoalescedRevalidation(): (scope: Scope) => void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const isBusy = state !== 'idle' || navigation.state !== 'idle';
  const wanted = useRef<Scope | null>(null);
  const timer = useRef<number>();
  const latest = useRef({ revalidate, isBusy });
  latest.current = { revalidate, isBusy };

  const look = useRef(() => {
    if (latest.current.isBusy || wanted.current === null) return;
    isPageOnly = wanted.current === 'page';
    wanted.current = null;
    latest.current.revalidate();
    isPageOnly = false;
  });
  const soon = useRef(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(look.current, BURST_MS);
  });
  const refresh = useRef((scope: Scope) => {
    if (wanted.current !== 'everything') wanted.current = scope;
    soon.current();
  });
  useEffect(() => {
    if (!isBusy && wanted.current !== null) soon.current();
  }, [isBusy]);
  return refresh.current;
}
