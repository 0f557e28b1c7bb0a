/** Staying where one is while another page is loaded. */
import { useContext, useEffect, useRef, type ContextType } from 'react';
import { UNSAFE_DataRouterContext as DataRouter } from 'react-router-dom';

type Router = NonNullable<ContextType<typeof DataRouter>>['router'];
const placeInHistory = () => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** @returns ends the navigation under way, so that the address is again that of what is shown. */
export function useStay(): () => void {
  const router = useContext(DataRouter)?.router;
  const shown = useRef(0);
  useEffect(() => {
    // React may render the former state once more after Back has changed the address.
    if (router?.state.navigation.state === 'idle') shown.current = placeInHistory();
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
