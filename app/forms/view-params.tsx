/** The view of a page, such as its search and filters, is in its address. Links and forms keep it. */
import type { ShouldRevalidateFunction } from '@remix-run/react';

type Values = Record<string, string | number | null | undefined>;

/** These parameters as `?…` or empty. Parameters without a value are left out. */
export function paramsOf(values: Values): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== '' && value !== null && value !== undefined) params.set(name, String(value));
  return params.size > 0 ? `?${params}` : '';
}

/** The parameters of `search` in `names`, as `?…` or empty. `changed` replaces values; null removes one. */
export function keptParams(names: readonly string[], search: string, changed: Values = {}): string {
  const given = new URLSearchParams(search);
  return paramsOf(
    Object.fromEntries(names.map((name) => [name, name in changed ? changed[name] : given.get(name)])),
  );
}

/** All parameters of `search`, as `?…`. `changed` replaces values; null removes one. */
export function changedParams(search: string, changed: Values): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changed))
    if (value === null || value === undefined) next.delete(name);
    else next.set(name, String(value));
  return `?${next}`;
}

/** Appends parameters to an address that may already have some. */
export function withParams(to: string, kept: string): string {
  if (kept === '') return to;
  return to.includes('?') ? `${to}&${kept.slice(1)}` : to + kept;
}

/** A GET form replaces the whole search of the address. These fields keep parameters in it. */
export const KeptFields = ({ search }: { search: string }) =>
  [...new URLSearchParams(search)].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));

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
