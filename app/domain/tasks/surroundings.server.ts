/** What lists of tasks show and is no task: names of accounts, places on the map. */
import { lockLists } from './lists.server';
import { tellPages } from './lifecycle/record.server';

/**
 * Says in the transaction under way that it has changed: every list counts as changed, and open pages look again.
 * Comes after the rows themselves are locked.
 * @param seenBy drivers see names, but not where else addresses are.
 */
export async function surroundingsChanged(seenBy: 'everybody' | 'dispatchers'): Promise<void> {
  await lockLists([null]);
  await tellPages(seenBy);
}
