import { useRef } from 'react';
import type { Notice } from '~/domain/tasks/notices';
import { lastOf } from './route-notices';
import { SETTLE_AFTER_OTHERS_MS, useSettling } from './use-settling';

/** Whether others have just changed the route: what is under the thumb now may not be what was there before. */
export function useJustChanged(notices: Notice[]): boolean {
  const newest = useRef(0);
  newest.current = Math.max(newest.current, lastOf(notices));
  return useSettling(String(newest.current), SETTLE_AFTER_OTHERS_MS);
}
