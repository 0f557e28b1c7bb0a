import type { ShouldRevalidateFunction } from '@remix-run/react';

/**
 * For a page that dialogs open over: opening and closing one changes nothing of what it shows, so it is not asked for
 * again, no more than after a refusal, and stays where it is when nobody answers.
 * @param viewOf what it shows, of an address' search.
 */
export const staysBehind =
  (viewOf: (search: string) => string): ShouldRevalidateFunction =>
  ({ currentUrl, nextUrl, formMethod = 'GET', actionStatus = 200, defaultShouldRevalidate }) => {
    // With a function of ours, Remix no longer looks at this itself.
    if (actionStatus >= 400) return false;
    const goesOn = formMethod === 'GET' && currentUrl.href !== nextUrl.href;
    return goesOn && viewOf(currentUrl.search) === viewOf(nextUrl.search) ? false : defaultShouldRevalidate;
  };
