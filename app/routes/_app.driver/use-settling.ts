import { useEffect, useState } from 'react';

/** After one's own tap. */
const SETTLE_MS = 800;
/** After what somebody else has done. */
export const SETTLE_AFTER_OTHERS_MS = 1_000;

/**
 * Whether another button has just taken the place of the one before: a tap now is most likely the second half of a
 * double tap, and must not count.
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
