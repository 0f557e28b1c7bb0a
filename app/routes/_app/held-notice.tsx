import { useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useHeld } from '~/components/offline/fetch-timeout';
import { useStay } from '~/components/offline/use-stay';
import { Button } from '~/ui/button';
import { useReachablePlace } from '~/ui/reachable-place';
import { useToast } from '~/ui/toast';
import { held as words } from '~/words/en/held';
import * as css from './held-notice.css';

/** In milliseconds. While a navigation waits, the page gets no live changes, although it has a connection. */
const LONGEST_UNAVAILABLE = 30_000;

/** Says that a click can't be answered now. The page stays, and the navigation continues by itself. */
export function HeldNotice() {
  const held = useHeld();
  const place = useReachablePlace();
  const isGoing = useNavigation().state === 'loading';
  const stay = useStay();
  const show = useToast();
  const isUnavailable = isGoing && held === 'unavailable';
  useEffect(() => {
    if (!isUnavailable) return;
    const timer = window.setTimeout(() => {
      stay();
      show({
        title: words.error,
        description: words.unavailableText,
        tone: 'destructive',
      });
    }, LONGEST_UNAVAILABLE);
    return () => {
      window.clearTimeout(timer);
    };
  }, [isUnavailable, stay, show]);
  if (!place || !held || (held === 'slow' && !isGoing)) return null;
  const isOffline = held === 'unreachable';
  return createPortal(
    <div className={css.notice} data-held={held} role="status">
      <span>
        <strong>
          {words[held]}
          {held !== 'slow' && '.'}
        </strong>
        {held !== 'slow' &&
          (isGoing
            ? isOffline
              ? words.loadsOnline
              : words.loadsLater
            : isOffline
              ? words.updatesOnline
              : words.updatesLater)}
      </span>
      {isGoing && (
        <Button type="button" size="form" onClick={stay}>
          {words.stay}
        </Button>
      )}
    </div>,
    place,
  );
}
