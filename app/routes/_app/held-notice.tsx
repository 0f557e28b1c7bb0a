import { useNavigation } from '@remix-run/react';
import { useContext, useEffect, useRef, type ContextType } from 'react';
import { createPortal } from 'react-dom';
import { UNSAFE_DataRouterContext as DataRouter } from 'react-router-dom';
import { useHeld, type Held } from '~/components/offline/held';
import { Button } from '~/ui/button';
import { useReachablePlace } from '~/ui/reachable-place';
import { useToast } from '~/ui/toast';
import * as css from './held-notice.css';

/** Milliseconds. The page gets no live changes meanwhile, although the line is there. */
const LONGEST_UNAVAILABLE = 30_000;

const TITLES: Record<Held, string> = {
  slow: 'Waiting for the server …',
  unreachable: 'No connection',
  unavailable: 'The service is temporarily unavailable',
};

/** Says that a click can not be answered now. The page stays as it is, and goes on by itself. */
export function HeldNotice() {
  const held = useHeld();
  const place = useReachablePlace();
  const isGoing = useNavigation().state === 'loading';
  const stay = useStay(!isGoing);
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
        <strong>{TITLES[held]}</strong>
        {held !== 'slow' &&
          (isGoing ? ` What you opened will load when ${back}.` : ` This page will be updated when ${back}.`)}
      </span>
      {isGoing && (
        <Button type="button" onClick={stay}>
          Stay Here
        </Button>
      )}
    </div>,
    place,
  );
}

type Router = NonNullable<ContextType<typeof DataRouter>>['router'];
const placeInHistory = () => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** @returns ends the navigation under way, so that the address is again that of what is shown. */
function useStay(isShown: boolean): () => void {
  const router = useContext(DataRouter)?.router;
  const shown = useRef(0);
  useEffect(() => {
    if (isShown) shown.current = placeInHistory();
  });
  return useRef(() => {
    if (!router) return;
    const way = shown.current - placeInHistory();
    if (way === 0) {
      endNavigation(router);
      return;
    }
    // Back and Forward change the address at once.
    window.addEventListener(
      'popstate',
      () => {
        endNavigation(router);
      },
      { once: true },
    );
    void router.navigate(way);
  }).current;
}

const NOWHERE = '#shown';

/** To another part of the same page nothing is loaded. The address does not need to name one. */
function endNavigation(router: Router): void {
  const { pathname, search, hash } = router.state.location;
  const to = { pathname, search, hash: hash || NOWHERE };
  void router.navigate(to, { replace: true, preventScrollReset: true });
  if (to.hash === NOWHERE) window.history.replaceState(window.history.state, '', pathname + search);
}
