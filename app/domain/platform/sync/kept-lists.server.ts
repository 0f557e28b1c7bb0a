/**
 * Keeps what was read of all lists in the process. After a change, one statement reads the lists whose versions have
 * changed, and in the same snapshot the version of all.
 */
import { outsideOfTransactions } from 'db/connection';
import { UNASSIGNED } from './lists.server';

/**
 * SQL, for `with`: `changed` has the owners and versions of lists that differ from `$owners` and `$versions`; `ids`
 * has these owners as one array `these`.
 */
export const CHANGED_LISTS = `
  owners as (
    select coalesce(l.owner_id, u.id) as owner, coalesce(l.version, 0) as version
    from task_lists l full join users u on u.id = l.owner_id
  ), changed as materialized (
    select owner, o.version from owners o left join unnest($owners::integer[], $versions::bigint[]) as k(owner, version)
      using (owner) where o.version is distinct from k.version
  ), ids as materialized (
    select coalesce(array_agg(owner), '{}') as these from changed
  )`;

const THESE = '(select these from ids)::integer[]';

/** SQL: whether task `t` is in a changed list. */
export const IN_CHANGED_LIST = `(t.driver_id = any(${THESE})
  or t.driver_id is null and ${String(UNASSIGNED)} = any(${THESE}))`;

/** SQL: whether people or places may have changed, which raises the version of the unassigned list. */
export const HAVE_OTHERS_CHANGED = `exists (select from changed
  where owner = ${String(UNASSIGNED)} or owner <> all($owners::integer[]))`;

/** The versions of lists by owner. */
export type ListVersions = Map<number, number>;

/** The values that `CHANGED_LISTS` binds. */
export const bindVersions = (versions: ListVersions) => ({
  owners: [...versions.keys()],
  versions: [...versions.values()],
});

type Kept = { version: number };

/**
 * @param read reads what differs from `before`, or everything without it. It must be of one snapshot.
 * @param isOld true when the version alone does not tell that something has changed.
 */
export function keepLists<Known extends Kept>(
  read: (before: Known | null) => Promise<Known>,
  isOld: (known: Known) => boolean = () => false,
) {
  let known: Known | null = null;
  let running: Promise<Known> | null = null;
  let queued: Promise<Known> | null = null;

  /** Each read builds upon the one before, so there is one at a time. All who wait share the next. */
  const readNext = (): Promise<Known> => {
    const start = () => {
      queued = null;
      running = outsideOfTransactions(() => read(known))
        .then((found) => (known = found))
        .finally(() => {
          running = null;
        });
      return running;
    };
    if (queued) return queued;
    if (!running) return start();
    queued = running.then(start, start);
    return queued;
  };

  /**
   * A lower version than the known one is also read: after a failover it may be that of another database.
   * @param version as read before. @returns what is known of this version or of a later one.
   */
  return (version: number): Promise<Known> =>
    known?.version === version && !isOld(known) ? Promise.resolve(known) : readNext();
}
