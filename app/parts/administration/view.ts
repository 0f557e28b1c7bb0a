/** What the list of users shows travels through every dialog that is opened from it. */
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
