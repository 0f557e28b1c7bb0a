import { useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { TaskCard } from '~/domain/tasks/model/task';
import { findKeptRoute, keepRoute, type OutboxEntry } from './database';
import { drain, sendNow, onSignedOut } from './send';
import { forgetSentBefore, onOutcome, outboxStore, readOutbox } from './outbox';
import { project } from './project';
import { cacheRoute } from './cached-route';
import { forgetRoute } from './forget';

type LoadedRoute = {
  driverId: number;
  tasks: TaskCard[];
  liveVersion: number;
  /** ISO 8601, the server's clock. */
  loadedAt: string;
  /** performance.now() at the request; undefined when the list came with the document. */
  askedAt?: number;
};

const NOTHING = outboxStore.read();

/** The driver's tasks with all actions of this phone applied, including unsent ones. */
export function useRoute(loaded: LoadedRoute) {
  const { driverId, liveVersion } = loaded;
  const { entries, sent, isStuck, uploaded } = useSyncExternalStore(
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
    /** Entries that are not sent yet. */
    waiting,
    /** Entries that the server has refused. */
    refused: useMemo(() => own.filter(isRefused), [own]),
    uploaded,
    /** True when entries have waited long enough to be mentioned. */
    isLate,
    lateIds: useMemo(() => new Set(isLate ? waiting.flatMap(taskIdsOf) : []), [isLate, waiting]),
  };
}

const taskIdsOf = ({ act }: OutboxEntry) => (act.kind === 'status' || act.kind === 'undo' ? act.taskIds : []);

const SOON_MS = 1_500;

/** True when entries have waited longer than a normal request takes. */
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

/** The newest list of the server. A page that was opened offline may be older than the stored route. */
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

/** Sends the outbox at once, and whenever the connection may be back. */
function useSending(driverId: number): void {
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const refresh = useRef(revalidate);
  // A navigation under way loads the data itself. A revalidation would restart it.
  refresh.current = () => {
    if (state === 'idle') revalidate();
  };
  useEffect(() => {
    const again = () => {
      if (document.visibilityState === 'visible') sendNow(driverId);
    };
    onSignedOut(() => {
      void forgetRoute();
      // While entries wait, the loaders do not ask the server, so they would never redirect to the sign-in page.
      window.location.assign('/auth?redirectTo=%2Fdriver');
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
