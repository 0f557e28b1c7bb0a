/** The driver's page as the service worker keeps it, and the driver whose page that is. */
const PAGE = '/driver';
const OWNER = 'parts-dispatch-driver';

/** The driver whose route this phone has kept. */
export function ownerOfPhone(): number | null {
  try {
    return Number(localStorage.getItem(OWNER)) || null;
  } catch {
    return null;
  }
}

export function setOwner(driverId: number | null): void {
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

export async function forgetPage(): Promise<void> {
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) await (await caches.open(name)).delete(PAGE);
}
