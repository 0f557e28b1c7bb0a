/** Signals open pages to load again after a change outside of the tasks. */
import { execute } from 'db/connection';
import { lockLists } from './lists.server';
import { payload, TASK_CHANNEL } from './tell.server';

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

/**
 * Open pages load again after the commit. These changes are rare and change no version of a list, so the
 * NOTIFY is part of the commit and can't get lost.
 */
export async function tellPages(seenBy: 'everybody' | 'dispatchers'): Promise<void> {
  await execute('select pg_notify($channel, $message)', {
    channel: TASK_CHANNEL,
    message: payload({
      type: 'TASK_UPDATED',
      taskId: 0,
      drivers: seenBy === 'everybody' ? seenBy : [],
    }),
  });
}
