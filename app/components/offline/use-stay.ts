/** Lets the person stay on the present page while another page is loading. */
import { useContext, useEffect, useRef, type ContextType } from 'react';
import { UNSAFE_DataRouterContext as DataRouter } from 'react-router-dom';

type Router = NonNullable<ContextType<typeof DataRouter>>['router'];
const placeInHistory = () => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** @returns a function that ends the navigation under way and restores the address of the present page. */
export function useStay(): () => void {
  const router = useContext(DataRouter)?.router;
  const shown = useRef(0);
  useEffect(() => {
    // After Back has changed the address, React may render the former state once more.
    if (router?.state.navigation.state === 'idle') shown.current = placeInHistory();
  });
  return useRef(() => {
    if (!router) return;
    const way = shown.current - placeInHistory();
    if (way === 0) {
      endNavigation(router);
      return;
    }
    // Back and Forward change the address at once, so it is restored first.
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

/** Navigates to another hash of the same page, which loads nothing. An added hash is removed from the address again. */
function endNavigation(router: Router): void {
  const { pathname, search, hash } = router.state.location;
  const to = { pathname, search, hash: hash || NOWHERE };
  void router.navigate(to, { replace: true, preventScrollReset: true });
  if (to.hash === NOWHERE) window.history.replaceState(window.history.state, '', pathname + search);
}
