/**
 * The driver whose page and route this phone keeps, and functions that delete them, because someone else may use the
 * phone next.
 */
import { forgetDraftsOfOthers } from '~/forms/drafts';
import { forgetPhotosOfOthers } from './stored-photos';
import { phone, type OutboxEntry } from './database';
import { forgetPage, forgetRoute, forgetTyped } from './forget';
import { readOutbox } from './outbox';

const OWNER = 'parts-dispatch-driver';

/** The driver whose page and route this phone keeps. */
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

/** Keeps the page of this driver, and deletes that of another driver. */
export async function keepPageOf(driverId: number): Promise<void> {
  if (ownerOfPhone() !== driverId) {
    await forgetPage();
    setOwner(driverId);
  }
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('keep page');
}

/** The entries of this phone's driver that the server has not accepted yet. */
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

/** Deletes all data of this phone's driver. */
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

/** After a sign-in, deletes the data of other people. Their outboxes stay and are sent later under their names. */
export async function forgetOthers(person: number): Promise<void> {
  forgetDraftsOfOthers(person);
  await forgetPhotosOfOthers(person);
  const owner = ownerOfPhone();
  if (owner === null || owner === person) return;
  await forgetRoute();
  // A logout asks this person about their own unsent work only, not about that of another driver.
  if (ownerOfPhone() === owner) setOwner(null);
}
