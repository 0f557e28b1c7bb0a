/** Notices about changes to the route by others. */
import { Form } from '@remix-run/react';
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent, type RefObject } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { Notice } from '~/domain/tasks/events/notice-lines';
import { Button } from '~/ui/button';
import { completedStore, takeBack } from '~/components/offline/perform';
import type { TaskCard } from '~/domain/tasks/model/task';
import { VisuallyHidden } from '~/ui/layout';
import { useToast } from '~/ui/toast';
import { driver } from '~/words/en/driver';
import * as css from './driver.css';
import { useSettling } from './stop';
import { isDone, isUnderWay } from '~/domain/tasks/model/statuses';

const LOUD_MS = [200, 100, 200, 100, 200];
const SHOWN_MS = 8_000;

type Props = {
  driverId: number;
  notices: Notice[];
  /** True when the route has just changed. A tap may then not be meant for the button. */
  isMoving: boolean;
};

/** Shows changes to the route by others until they are read. They are above the first stop, and never cover it. */
export function RouteNotices({ driverId, notices, isMoving }: Props) {
  const hydrated = useHydrated();
  const { readUpTo, read } = useRead(driverId, notices);
  const unread = notices.filter(({ id }) => id > readUpTo);
  const box = useRef<HTMLDivElement>(null);
  useFelt(unread);
  const isAbove = useAbove(box, lastOf(unread));
  const upTo = Math.max(0, ...unread.map((notice) => notice.upTo));
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    read(upTo);
  };
  return (
    <>
      <div role="alert" ref={box} className={css.noticeSpace}>
        {unread.length > 0 && (
          <Form
            method="post"
            action="/driver"
            className={css.notices}
            data-loud={unread.some(({ isLoud }) => isLoud) ? '' : undefined}
            onSubmit={hydrated ? confirm : undefined}
          >
            <input type="hidden" name="intent" value="readNotices" />
            <input type="hidden" name="upTo" value={upTo} />
            {/* Several may scroll, which the keyboard has to reach. */}
            <ul className={css.noticeLines} tabIndex={unread.length > 1 ? 0 : undefined}>
              {unread.map(({ id, text }) => (
                <li key={`${String(id)} ${text}`}>{text}</li>
              ))}
            </ul>
            <Button size="touch" disabled={isMoving}>
              {driver.ok}
            </Button>
          </Form>
        )}
      </div>
      {isAbove && (
        <div className={css.arrivals} aria-hidden="true">
          <span className={css.arrival}>{driver.routeChanged}</span>
        </div>
      )}
    </>
  );
}

/** True for some seconds after a new notice that is above the visible part of the page. */
function useAbove(box: RefObject<HTMLElement>, newest: number): boolean {
  const known = useRef(newest);
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    if (newest <= known.current) {
      setAbove(false);
      return;
    }
    known.current = newest;
    if ((box.current?.getBoundingClientRect().bottom ?? 0) > 0) return;
    setAbove(true);
    const timer = window.setTimeout(() => {
      setAbove(false);
    }, SHOWN_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [box, newest]);
  return isAbove;
}

const lastOf = (notices: Notice[]) => Math.max(0, ...notices.map(({ id }) => id));

/** Vibrates once per notice, but not when the page is opened. */
function useFelt(unread: Notice[]): void {
  const newest = lastOf(unread.filter(({ isLoud }) => isLoud));
  const felt = useRef(newest);
  useEffect(() => {
    if (newest > felt.current) nudge(LOUD_MS);
    felt.current = Math.max(felt.current, newest);
  }, [newest]);
}

/** Each driver has a key, because phones are shared. */
const keyOf = (driverId: number) => `notices-read:${String(driverId)}`;

/** Notices that are read offline stay read on this phone. The server is informed as soon as possible. */
function useRead(driverId: number, notices: Notice[]) {
  const [mark, setMark] = useState({ driverId, upTo: 0 });
  useEffect(() => {
    setMark({ driverId, upTo: readMark(driverId) });
  }, [driverId]);
  const readUpTo = mark.driverId === driverId ? mark.upTo : 0;
  const known = notices.filter(({ id }) => id <= readUpTo);
  const untold = lastOf(known);
  // Depends on `notices` too, because a list may have been loaded before the server noted the last report.
  useEffect(() => (untold > 0 ? tellUntilTaken(driverId, untold) : undefined), [driverId, untold, notices]);
  const read = (upTo: number) => {
    setMark({ driverId, upTo });
    try {
      localStorage.setItem(keyOf(driverId), String(upTo));
    } catch {
      // without storage it is shown again after an offline reload
    }
  };
  return { readUpTo, read };
}

const AGAIN_MS = 5_000;

/**
 * Repeats the report until the server has it. The list may not change when the connection is back, so a new list can't
 * trigger it.
 * @returns a function that stops it.
 */
function tellUntilTaken(driverId: number, upTo: number): () => void {
  let timer: number | undefined;
  let isWanted = true;
  const tell = async () => {
    const status = await fetch('/api/tasks/notices/read', {
      method: 'POST',
      // Someone else may have signed in in another tab.
      headers: { 'Content-Type': 'application/json', 'X-User-Id': String(driverId) },
      body: JSON.stringify({ upTo }),
    }).then(
      (response) => response.status,
      () => null,
    );
    if (status !== null && status < 500 && status !== 429) stop();
    window.clearTimeout(timer);
    if (isWanted) timer = window.setTimeout(again, AGAIN_MS);
  };
  const again = () => void tell();
  const stop = () => {
    isWanted = false;
    window.clearTimeout(timer);
    window.removeEventListener('online', again);
  };
  window.addEventListener('online', again);
  again();
  return stop;
}

function readMark(driverId: number): number {
  try {
    return Number(localStorage.getItem(keyOf(driverId))) || 0;
  } catch {
    return 0;
  }
}

type NewTaskProps = {
  /** Ids of the active tasks. */
  active: number[];
  /** Ids of tasks without a notice here, because the driver expects them or another notice mentions them. */
  expected: number[];
};

const NUDGE_MS = 150;

/** Announces new tasks. */
export function NewTaskNotice({ active, expected }: NewTaskProps) {
  const known = useRef(new Set([...active, ...expected]));
  const [arrived, setArrived] = useState<number[]>([]);
  useEffect(() => {
    const fresh = active.filter((id) => !known.current.has(id));
    known.current = new Set([...known.current, ...active, ...expected]);
    if (fresh.length === 0) return;
    setArrived(fresh);
    nudge(NUDGE_MS);
  }, [active, expected]);
  useEffect(() => {
    if (arrived.length === 0) return;
    const timer = window.setTimeout(() => {
      setArrived([]);
    }, SHOWN_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [arrived]);
  return (
    <div aria-live="polite" className={css.arrivals}>
      {arrived.length > 0 && <span className={css.arrival}>{driver.arrived(arrived.length)}</span>}
    </div>
  );
}

/** Vibrates briefly. Not available on iPhones. */
function nudge(pattern: number | number[]): void {
  if (!('vibrate' in navigator) || document.visibilityState !== 'visible') return;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  navigator.vibrate(pattern);
}

/** The time after a change by someone else. */
const SETTLE_AFTER_OTHERS_MS = 1_000;

/** True when others have just changed the route. A tap may then hit the wrong button. */
export function useJustChanged(notices: Notice[]): boolean {
  const newest = useRef(0);
  newest.current = Math.max(newest.current, lastOf(notices));
  return useSettling(String(newest.current), SETTLE_AFTER_OTHERS_MS);
}

/** The last completion with Undo, because Complete asks for no confirmation. */
export function CompletedNotice({ tasks }: { tasks: TaskCard[] }) {
  const entry = useSyncExternalStore(completedStore.subscribe, completedStore.read, () => null);
  const [said, setSaid] = useState<{ of: typeof entry; text: string } | null>(null);
  // The text is about an earlier completion.
  if (said && entry && entry.id !== said.of?.id) setSaid(null);
  const isSettling = useSettling(String(entry?.id ?? ''));
  const show = useToast();
  const ids = entry?.act.kind === 'status' ? entry.act.taskIds : [];
  const isCompleted = tasks.some((task) => ids.includes(task.id) && isDone(task));
  // Undo is not offered while another stop is under way.
  const isOffered = entry && isCompleted && tasks.every((task) => !isUnderWay(task));
  const undo = async () => {
    if (!entry) return;
    const refusal = await takeBack(entry).catch(() => driver.failed);
    if (refusal) show({ title: driver.error, description: refusal, tone: 'destructive' });
    setSaid(refusal ? null : { of: entry, text: driver.underWayAgain(entry.place) });
  };
  return (
    <div role="status">
      <VisuallyHidden>{said?.text}</VisuallyHidden>
      {isOffered && (
        <div className={css.completed}>
          <span className={css.completedText}>{driver.completedAt(entry.place)}</span>
          <Button type="button" size="touch" disabled={isSettling} onClick={() => void undo()}>
            {driver.undo}
          </Button>
        </div>
      )}
    </div>
  );
}
