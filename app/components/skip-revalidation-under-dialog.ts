import type { ShouldRevalidateFunction } from '@remix-run/react';

/**
 * A shouldRevalidate for a page under dialogs. Opening and closing a dialog does not change the page, so its loader
 * does not run. It does not run after a refused form either.
 * @param viewOf the part of a search that decides what the page shows.
 */
export const skipRevalidationUnderDialog =
  (viewOf: (search: string) => string): ShouldRevalidateFunction =>
  ({ currentUrl, nextUrl, formMethod = 'GET', actionStatus = 200, defaultShouldRevalidate }) => {
    // Remix skips this check of its own when a route has a shouldRevalidate.
    if (actionStatus >= 400) return false;
    const goesOn = formMethod === 'GET' && currentUrl.href !== nextUrl.href;
    return goesOn && viewOf(currentUrl.search) === viewOf(nextUrl.search) ? false : defaultShouldRevalidate;
  };
