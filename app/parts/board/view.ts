/** What of the address is the dispatcher's view of the board: it stays while dialogs open and close over it. */

/** Search and filters of the board, and what its map shows. No dialog may use these names for anything else. */
const VIEW_PARAMS = ['q', 'driver', 'dealership', 'status', 'urgent', 'show', 'routes', 'suggested'];

/** The view's part of an address' search, `?…` or empty; with `changed`, other values in place of its own (null: none). */
export function boardView(search: string, changed: Record<string, string | null> = {}): string {
  const given = new URLSearchParams(search);
  const view = new URLSearchParams();
  for (const name of VIEW_PARAMS) {
    const value = name in changed ? changed[name] : given.get(name);
    if (value) view.set(name, value);
  }
  return view.size > 0 ? `?${view}` : '';
}

/** An address of a dialog over the board, with the view that is under it. */
export function withView(to: string, search: string): string {
  const view = boardView(search).slice(1);
  return view ? `${to}${to.includes('?') ? '&' : '?'}${view}` : to;
}
