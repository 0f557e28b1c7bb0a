/** Signals open pages to load again after the commit. The signal contains only ids. */
import { execute } from 'db/connection';
import { lockLists } from './lists.server';

/** The channel that every instance listens on. */
export const TASK_CHANNEL = 'task_changes';

type ChangeKind = 'TASK_CREATED' | 'TASK_UPDATED' | 'TASK_DELETED';

export const message = (type: ChangeKind, taskId: number, drivers: (number | null)[] | 'everybody') =>
  JSON.stringify({
    type,
    taskId,
    drivers: drivers === 'everybody' ? drivers : [...new Set(drivers)].filter((id) => id !== null),
  });

/**
 * Call it when a change outside of the tasks affects lists, such as the name of an account or a place on the
 * map. Every list counts as changed, and open pages load again after the commit. The changed rows must be
 * locked before.
 * @param seenBy drivers see names, but not the places of other addresses.
 */
export async function invalidateLists(seenBy: 'everybody' | 'dispatchers'): Promise<void> {
  await lockLists([null]);
  await tellPages(seenBy);
}

/** Open pages load again after the commit. */
export async function tellPages(seenBy: 'everybody' | 'dispatchers'): Promise<void> {
  await execute('select pg_notify($channel, $message)', {
    channel: TASK_CHANNEL,
    message: message('TASK_UPDATED', 0, seenBy === 'everybody' ? seenBy : []),
  });
}
