/** The driver's page as the service worker keeps it. */
import { ownerOfPhone, setOwner } from './owner';

const PAGE = '/driver';

/** Keeps the page of this driver, and nobody else's. */
export async function keepPageOf(driverId: number): Promise<void> {
  if (ownerOfPhone() !== driverId) {
    await forgetPage();
    setOwner(driverId);
  }
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('keep page');
}

export async function forgetPage(): Promise<void> {
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) await (await caches.open(name)).delete(PAGE);
}
