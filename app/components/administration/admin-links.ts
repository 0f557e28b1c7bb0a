import { ACTS, type Act } from '~/domain/platform/audit/acts';
import { readId } from '~/domain/kernel/ids';
import { keptParams, paramsOf } from '~/forms/view-params';

/** Dialogs that are opened from the list of users keep its search and filter. */
const SHOWN = ['search', 'deactivated'];

type UsersView = { search: string; deactivated: boolean };

export function readUsersView(search: string): UsersView {
  const query = new URLSearchParams(search);
  return { search: query.get('search')?.slice(0, 200) ?? '', deactivated: query.has('deactivated') };
}

/** A path below the list of users. It keeps the list's view. */
export const usersPath = (search: string, path = '') => `/settings/users${path}${keptParams(SHOWN, search)}`;

/** For example `1 open task becomes`, `6 open tasks become`. */
export const tasksOf = (count: number) =>
  count === 1 ? '1 open task becomes' : `${String(count)} open tasks become`;

type AuditQuery = { actorId?: number | undefined; act?: Act | undefined; before?: number | undefined };

/** Leaves out invalid values of the address. */
export function readAuditQuery(search: string): AuditQuery {
  const query = new URLSearchParams(search);
  return {
    actorId: readId(query.get('actorId')) ?? undefined,
    act: ACTS.find((each) => each === query.get('act')),
    before: readId(query.get('before')) ?? undefined,
  };
}

/** The path of the audit page or, with `path`, of the CSV file. */
export const auditPath = ({ actorId, act, before }: AuditQuery, path = '/settings/audit') =>
  path + paramsOf({ actorId, act, before });
