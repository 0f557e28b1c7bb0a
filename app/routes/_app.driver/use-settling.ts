import { useEffect, useState } from 'react';

const SETTLE_MS = 800;

/**
 * Whether another button has just taken the place of the one before: a tap now is most likely the second half of a
 * double tap, and must not count.
 */
export function useSettling(what: string): boolean {
  const [settled, setSettled] = useState(what);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setSettled(what);
    }, SETTLE_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [what]);
  return settled !== what;
}
