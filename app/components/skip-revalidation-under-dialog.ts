import type { ShouldRevalidateFunction } from '@remix-run/react';

/**
 * The shouldRevalidate of a page under dialogs: opening and closing a dialog changes nothing that the page shows, so its
 * loader does not run, nor after a refused form.
 * @param viewOf the part of an address' search that decides what the page shows.
 */
export const skipRevalidationUnderDialog =
  (viewOf: (search: string) => string): ShouldRevalidateFunction =>
  ({ currentUrl, nextUrl, formMethod = 'GET', actionStatus = 200, defaultShouldRevalidate }) => {
    // Remix does not check this itself once there is a shouldRevalidate.
    if (actionStatus >= 400) return false;
    const goesOn = formMethod === 'GET' && currentUrl.href !== nextUrl.href;
    return goesOn && viewOf(currentUrl.search) === viewOf(nextUrl.search) ? false : defaultShouldRevalidate;
  };
