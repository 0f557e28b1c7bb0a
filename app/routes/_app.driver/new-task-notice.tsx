import { useEffect, useRef, useState } from 'react';
import * as css from './driver.css';

type Props = {
  /** What stands in the active list. */
  active: number[];
  /** What the driver knows will come there. */
  expected: number[];
};

const SHOWN_MS = 8_000;
const NUDGE_MS = 150;

/** Says politely that tasks have arrived, above the page and without moving it. */
export function NewTaskNotice({ active, expected }: Props) {
  const known = useRef(new Set([...active, ...expected]));
  const [arrived, setArrived] = useState<number[]>([]);
  useEffect(() => {
    const fresh = active.filter((id) => !known.current.has(id));
    known.current = new Set([...known.current, ...active, ...expected]);
    if (fresh.length === 0) return;
    setArrived(fresh);
    nudge();
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

/** A short vibration for the hand that holds the phone. iPhones don't offer it to pages. */
function nudge(): void {
  if (!('vibrate' in navigator) || document.visibilityState !== 'visible') return;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  navigator.vibrate(NUDGE_MS);
}
