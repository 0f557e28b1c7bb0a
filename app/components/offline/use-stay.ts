/** Lets the person stay on the present page while another page is loading. */
import { useLocation, useNavigate, type Location, type NavigateFunction } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** React Router's entry in the browser's history. */
const entry = () => window.history.state as { idx?: number; key?: string } | null;
const placeInHistory = () => entry()?.idx ?? 0;

/** The key of the first page that a browser opens. */
const FIRST = 'default';

/** @returns a function that ends the navigation under way and restores the address of the present page. */
export function useStay(): () => void {
  const navigate = useNavigate();
  const location = useLocation();
  const shown = useRef({ location, place: 0 });
  useEffect(() => {
    // After Back has changed the address, React may render the former page once more.
    if (location.key === (entry()?.key ?? FIRST)) shown.current = { location, place: placeInHistory() };
  });
  return useRef(() => {
    const way = shown.current.place - placeInHistory();
    if (way === 0) {
      endNavigation(navigate, shown.current.location);
      return;
    }
    // Back and Forward change the address at once, so it is restored first.
    window.addEventListener(
      'popstate',
      () => {
        endNavigation(navigate, shown.current.location);
      },
      { once: true },
    );
    navigate(way);
  }).current;
}

const NOWHERE = '#shown';

/** Navigates to another hash of the same page, which loads nothing. An added hash is removed from the address again. */
function endNavigation(navigate: NavigateFunction, { pathname, search, hash }: Location): void {
  const to = { pathname, search, hash: hash || NOWHERE };
  navigate(to, { replace: true, preventScrollReset: true });
  if (to.hash === NOWHERE) window.history.replaceState(window.history.state, '', pathname + search);
}
