import { useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useHeld, type Held } from '~/components/offline/fetch-timeout';
import { useStay } from '~/components/offline/use-stay';
import { Button } from '~/ui/button';
import { useReachablePlace } from '~/ui/reachable-place';
import { useToast } from '~/ui/toast';
import * as css from './held-notice.css';

/** In milliseconds. While a navigation waits, the page gets no live changes, although it has a connection. */
const LONGEST_UNAVAILABLE = 30_000;

const TITLES: Record<Held, string> = {
  slow: 'Waiting for the server …',
  unreachable: 'No connection',
  unavailable: 'The service is temporarily unavailable',
};

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
        title: 'Error',
        description: `${TITLES.unavailable}. Please try again in a moment.`,
        tone: 'destructive',
      });
    }, LONGEST_UNAVAILABLE);
    return () => {
      window.clearTimeout(timer);
    };
  }, [isUnavailable, stay, show]);
  if (!place || !held || (held === 'slow' && !isGoing)) return null;
  const back = held === 'unreachable' ? 'you’re back online' : 'it answers again';
  return createPortal(
    <div className={css.notice} data-held={held} role="status">
      <span>
        <strong>
          {TITLES[held]}
          {held !== 'slow' && '.'}
        </strong>
        {held !== 'slow' &&
          (isGoing ? ` What you opened will load when ${back}.` : ` This page will be updated when ${back}.`)}
      </span>
      {isGoing && (
        <Button type="button" size="form" onClick={stay}>
          Stay Here
        </Button>
      )}
    </div>,
    place,
  );
}
