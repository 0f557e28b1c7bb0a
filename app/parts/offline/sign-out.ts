/** Leaving a phone that may be somebody else's next. */
import { forgetDrafts, forgetDraftsOfOthers } from '~/parts/kept/drafts';
import { forgetPhotosOfOthers } from '~/parts/photos/kept-photos';
import { phone, type OutboxEntry } from './database';
import { forgetPage, ownerOfPhone, setOwner } from './kept-page';
import { forgetKeptRoutes } from './kept-route';
import { readOutbox } from './outbox';

/** What its driver has done and the server does not know. */
export async function unsentOnPhone(): Promise<OutboxEntry[]> {
  const owner = ownerOfPhone();
  if (owner === null) return [];
  try {
    const all = (await (await phone()).getAll('outbox')) as OutboxEntry[];
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
  await forgetTyped();
  await forgetPage();
  setOwner(null);
}

/** The server knows nobody here any more: the route is not for whoever holds the phone now. What is unsent waits. */
export async function forgetRoute(): Promise<void> {
  await forgetKeptRoutes();
  await forgetPage();
}

/** For when somebody is signed in: leaves nothing of anybody else, but what is unsent, which is still to be sent as theirs. */
export async function forgetOthers(person: number): Promise<void> {
  forgetDraftsOfOthers(person);
  await forgetPhotosOfOthers(person);
  const owner = ownerOfPhone();
  if (owner !== null && owner !== person) await forgetRoute();
}

/** For the sign-in page, when nobody has come here by an ended session: what was typed waits for nobody. */
export async function forgetTyped(): Promise<void> {
  forgetDrafts();
  await forgetPhotosOfOthers(null);
}
