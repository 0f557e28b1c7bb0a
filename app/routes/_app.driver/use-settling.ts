import { useEffect, useState } from 'react';

/** After the driver's own tap. */
const SETTLE_MS = 800;
/** After a change by somebody else. */
export const SETTLE_AFTER_OTHERS_MS = 1_000;

/**
 * True while a button has just replaced another one: a tap is then probably the second half of a double tap, and must
 * not count.
 */
export function useSettling(what: string, settleMs = SETTLE_MS): boolean {
  const [settled, setSettled] = useState(what);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setSettled(what);
    }, settleMs);
    return () => {
      window.clearTimeout(timer);
    };
  }, [what, settleMs]);
  return settled !== what;
}
