/** The search and filter of the list of users travel through every dialog that is opened from it. */
const SHOWN = ['search', 'deactivated'];

type UsersView = { search: string; deactivated: boolean };

export function readUsersView(search: string): UsersView {
  const query = new URLSearchParams(search);
  return { search: query.get('search')?.slice(0, 200) ?? '', deactivated: query.has('deactivated') };
}

/** An address below the list of users, with the view of `search`. */
export function usersPath(search: string, path = ''): string {
  const shown = [...new URLSearchParams(search)].filter(([name, value]) => value && SHOWN.includes(name));
  const kept = new URLSearchParams(shown);
  return `/settings/users${path}${kept.size > 0 ? `?${kept.toString()}` : ''}`;
}

/** `1 open task becomes`, `6 open tasks become`. */
export const tasksOf = (count: number) =>
  count === 1 ? '1 open task becomes' : `${String(count)} open tasks become`;
