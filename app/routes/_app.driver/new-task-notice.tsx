import { useEffect, useRef, useState } from 'react';
import * as css from './driver.css';
import { nudge } from './nudge';

type Props = {
  /** The active tasks. */
  active: number[];
  /** Tasks without a notice here: the driver expects them, or another notice mentions them. */
  expected: number[];
};

const SHOWN_MS = 8_000;
const NUDGE_MS = 150;

/** Announces new tasks over the page, without moving it. */
export function NewTaskNotice({ active, expected }: Props) {
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
      {arrived.length > 0 && (
        <span className={css.arrival}>
          {arrived.length === 1
            ? 'A new task has arrived'
            : `${String(arrived.length)} new tasks have arrived`}
        </span>
      )}
    </div>
  );
}
