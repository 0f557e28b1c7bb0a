/** Parameters of an address that stay while dialogs open and close over a page. */

/** Those of `names` that `search` has, `?…` or empty; with `changed`, other values in place of its own (null: none). */
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

/** An address that may have parameters already, and these as well. */
export function withParams(to: string, kept: string): string {
  if (kept === '') return to;
  return to.includes('?') ? `${to}&${kept.slice(1)}` : to + kept;
}
