import { useEffect, useRef, useState } from 'react';
import type { Notice } from '~/domain/tasks/events/notice-lines';
import { lastOf } from './notices';

/** The time after the driver's own tap. */
const SETTLE_MS = 800;
/** The time after a change by someone else. */
const SETTLE_AFTER_OTHERS_MS = 1_000;

/**
 * True while a button has just replaced another one. A tap is then probably the second half of a double tap, and must
 * not count.
 */
export function useSettling(state: string, settleMs = SETTLE_MS): boolean {
  const [settled, setSettled] = useState(state);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setSettled(state);
    }, settleMs);
    return () => {
      window.clearTimeout(timer);
    };
  }, [state, settleMs]);
  return settled !== state;
}

/** True when others have just changed the route. A tap may then hit the wrong button. */
export function useJustChanged(notices: Notice[]): boolean {
  const newest = useRef(0);
  newest.current = Math.max(newest.current, lastOf(notices));
  return useSettling(String(newest.current), SETTLE_AFTER_OTHERS_MS);
}
