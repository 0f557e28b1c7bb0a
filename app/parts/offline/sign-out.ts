/** Leaving a phone that may be somebody else's next. */
import { forgetSignatures } from '~/parts/signature/kept';
import { phone, type Entry } from './database';
import { forgetPage } from './kept-page';
import { readOutbox } from './outbox';
import { ownerOfPhone, setOwner } from './owner';

/** What its driver has done and the server does not know. */
export async function unsentOnPhone(): Promise<Entry[]> {
  const owner = ownerOfPhone();
  if (owner === null) return [];
  try {
    const all = (await (await phone()).getAll('outbox')) as Entry[];
    return all.filter(({ driverId }) => driverId === owner);
  } catch {
    return [];
  }
}

/** Leaves nothing of this driver behind. */
export async function forgetPhone(): Promise<void> {
  try {
    const unsent = await unsentOnPhone();
    const writing = (await phone()).transaction(['outbox', 'routes'], 'readwrite');
    for (const { id } of unsent) await writing.objectStore('outbox').delete(id);
    await writing.objectStore('routes').clear();
    await writing.done;
    await readOutbox();
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
  forgetSignatures([]);
  await forgetPage();
  setOwner(null);
}
