import { useRef } from 'react';
import type { Notice } from '~/domain/tasks/activity/notices';
import { lastOf } from './route-notices';
import { SETTLE_AFTER_OTHERS_MS, useSettling } from './use-settling';

/** True when others have just changed the route, so that a tap may hit another button than was meant. */
export function useJustChanged(notices: Notice[]): boolean {
  const newest = useRef(0);
  newest.current = Math.max(newest.current, lastOf(notices));
  return useSettling(String(newest.current), SETTLE_AFTER_OTHERS_MS);
}
