/** The driver whose page and route this phone keeps, and deleting what it keeps, as somebody else may use it next. */
import { forgetDraftsOfOthers } from '~/forms/drafts';
import { forgetPhotosOfOthers } from './stored-photos';
import { phone, type OutboxEntry } from './database';
import { forgetPage, forgetRoute, forgetTyped } from './forget';
import { readOutbox } from './outbox';

const OWNER = 'parts-dispatch-driver';

/** The driver whose route this phone has kept. */
function ownerOfPhone(): number | null {
  try {
    return Number(localStorage.getItem(OWNER)) || null;
  } catch {
    return null;
  }
}

function setOwner(driverId: number | null): void {
  try {
    if (driverId === null) localStorage.removeItem(OWNER);
    else localStorage.setItem(OWNER, String(driverId));
  } catch {
    // without storage there is no kept page either
  }
}

/** Keeps the page of this driver, and forgets that of another. */
export async function keepPageOf(driverId: number): Promise<void> {
  if (ownerOfPhone() !== driverId) {
    await forgetPage();
    setOwner(driverId);
  }
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('keep page');
}

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

/** After a sign-in: deletes what is stored of others, except their outbox, which is sent in their name later. */
export async function forgetOthers(person: number): Promise<void> {
  forgetDraftsOfOthers(person);
  await forgetPhotosOfOthers(person);
  const owner = ownerOfPhone();
  if (owner === null || owner === person) return;
  await forgetRoute();
  // At a logout this person is asked about what they have not sent, not about the work of another.
  if (ownerOfPhone() === owner) setOwner(null);
}
