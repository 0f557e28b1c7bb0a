/** Deletes what a phone has stored of a person, as somebody else may use it next. */
import { forgetDrafts, forgetDraftsOfOthers } from '~/forms/drafts';
import { forgetPhotosOfOthers } from '~/components/photos/kept-photos';
import { phone, type OutboxEntry } from './database';
import { forgetPage, ownerOfPhone, setOwner } from './kept-page';
import { forgetKeptRoutes } from './kept-route';
import { readOutbox } from './outbox';

/** The entries of this phone's driver that the server has not accepted. */
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

/** Deletes everything of this driver. */
export async function forgetPhone(): Promise<void> {
  try {
    const unsent = await unsentOnPhone();
    const writing = (await phone()).transaction(['outbox', 'routes'], 'readwrite');
    for (const { id } of unsent) await writing.objectStore('outbox').delete(id);
    await writing.objectStore('routes').clear();
    await writing.done;
    await readOutbox();
  } catch {
    // without IndexedDB nothing is stored
  }
  await forgetTyped();
  await forgetPage();
  setOwner(null);
}

/** After an ended session: deletes the route, which the next user must not see. The outbox stays. */
export async function forgetRoute(): Promise<void> {
  await forgetKeptRoutes();
  await forgetPage();
}

/** After a sign-in: deletes what is stored of others, except their outbox, which is sent in their name later. */
export async function forgetOthers(person: number): Promise<void> {
  forgetDraftsOfOthers(person);
  await forgetPhotosOfOthers(person);
  const owner = ownerOfPhone();
  if (owner !== null && owner !== person) await forgetRoute();
}

/** Deletes all drafts: for the sign-in page, unless an ended session has led there. */
export async function forgetTyped(): Promise<void> {
  forgetDrafts();
  await forgetPhotosOfOthers(null);
}
