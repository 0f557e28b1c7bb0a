/** Search parameters that stay while dialogs open and close over a page. */

/** The parameters of `search` in `names`, as `?…` or empty. `changed` replaces values; null removes one. */
export function keptParams(
  names: readonly string[],
  search: string,
  changed: Record<string, string | null> = {},
): string {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = name in changed ? changed[name] : given.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size > 0 ? `?${kept}` : '';
}

/** Appends parameters to an address that may already have some. */
export function withParams(to: string, kept: string): string {
  if (kept === '') return to;
  return to.includes('?') ? `${to}&${kept.slice(1)}` : to + kept;
}
