import { useMatches } from '@remix-run/react';
import { useEffect, useRef } from 'react';

export const HEADING_ID = 'accounts';

/** A dialog gives the focus back to what opened it; when that has gone, with a deleted account say, the heading gets it. */
export function useFocusAfterDialog(): void {
  const hasDialog = useMatches().at(-1)?.pathname !== '/accounts';
  const had = useRef(hasDialog);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (had.current && !hasDialog && isLost) document.getElementById(HEADING_ID)?.focus();
    had.current = hasDialog;
  }, [hasDialog]);
}
