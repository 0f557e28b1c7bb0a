import { useNavigate, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { TaskCard } from '~/domain/tasks/board';
import type { OutboxEntry } from './database';
import { drain, hurry, onSignedOut } from './drain';
import { findKeptRoute, keepRoute } from './kept-route';
import { forgetSentBefore, onOutcome, outboxStore, readOutbox } from './outbox';
import { project } from './project';
import { cacheRoute } from './cached-route';
import { forgetRoute } from './sign-out';

export type LoadedRoute = {
  driverId: number;
  tasks: TaskCard[];
  liveVersion: number;
  /** ISO 8601, the server's clock. */
  loadedAt: string;
  /** As performance.now() has it; none when it came with the page. */
  askedAt?: number;
};

const NOTHING = outboxStore.read();

/** The driver's tasks with everything that this phone has done to them, sent or not. */
export function useRoute(loaded: LoadedRoute) {
  const { driverId, liveVersion } = loaded;
  const { entries, sent, isStuck } = useSyncExternalStore(
    outboxStore.subscribe,
    outboxStore.read,
    () => NOTHING,
  );
  const own = useMemo(() => entries.filter((entry) => entry.driverId === driverId), [entries, driverId]);
  const waiting = useMemo(() => own.filter(({ refusal }) => refusal === null), [own]);
  const listed = useNewest(loaded);
  const tasks = useMemo(
    () =>
      project(
        listed,
        [...sent.filter((each) => each.driverId === driverId), ...waiting].map(({ act }) => act),
      ),
    [listed, sent, waiting, driverId],
  );
  useSending(driverId);
  useEffect(() => {
    cacheRoute({ driverId, tasks, liveVersion });
  }, [driverId, tasks, liveVersion]);
  const isLate = useLate(waiting.length > 0, isStuck);
  return {
    tasks,
    /** Not sent yet. */
    waiting,
    /** The server did not take it. */
    refused: useMemo(() => own.filter(isRefused), [own]),
    /** What waits is worth a word. */
    isLate,
    lateIds: useMemo(() => new Set(isLate ? waiting.flatMap(taskIdsOf) : []), [isLate, waiting]),
  };
}

const taskIdsOf = ({ act }: OutboxEntry) => (act.kind === 'status' || act.kind === 'undo' ? act.taskIds : []);

const SOON_MS = 1_500;

/** What is sent at once is not. */
function useLate(isWaiting: boolean, isStuck: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(isWaiting && isStuck);
    if (!isWaiting || isStuck) return;
    const timer = window.setTimeout(() => {
      setLate(true);
    }, SOON_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [isWaiting, isStuck]);
  return isLate;
}

type Refused = OutboxEntry & { refusal: string };
const isRefused = (entry: OutboxEntry): entry is Refused => entry.refusal !== null;

/** What the server said last: where there is no line, the page itself may be older than what the phone has kept. */
function useNewest({ driverId, tasks, loadedAt, askedAt = 0 }: LoadedRoute): TaskCard[] {
  const [kept, setKept] = useState<{ tasks: TaskCard[]; loadedAt: string } | null>(null);
  useEffect(() => {
    void findKeptRoute(driverId).then(setKept);
  }, [driverId]);
  useEffect(() => {
    forgetSentBefore(askedAt);
    void keepRoute({ driverId, tasks, loadedAt });
  }, [driverId, tasks, loadedAt, askedAt]);
  return kept && kept.loadedAt >= loadedAt ? kept.tasks : tasks;
}

/** Sends what waits: now, and whenever there may be a line again. */
function useSending(driverId: number): void {
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const refresh = useRef(revalidate);
  // A navigation under way asks by itself, and would be begun anew.
  refresh.current = () => {
    if (state === 'idle') revalidate();
  };
  const navigate = useNavigate();
  const go = useRef(navigate);
  go.current = navigate;
  useEffect(() => {
    const again = () => {
      if (document.visibilityState === 'visible') hurry(driverId);
    };
    onSignedOut(() => {
      void forgetRoute();
      // As long as something waits, the server is not asked for the page, which so would never be sent there.
      go.current('/auth?redirectTo=%2Fdriver');
    });
    void readOutbox().then(() => drain(driverId));
    const stop = onOutcome(() => {
      refresh.current();
    });
    window.addEventListener('online', again);
    window.addEventListener('pageshow', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      stop();
      window.removeEventListener('online', again);
      window.removeEventListener('pageshow', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [driverId]);
}
