/** Whose route this phone has kept. */
const KEY = 'parts-dispatch-driver';

export function ownerOfPhone(): number | null {
  try {
    return Number(localStorage.getItem(KEY)) || null;
  } catch {
    return null;
  }
}

export function setOwner(driverId: number | null): void {
  try {
    if (driverId === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(driverId));
  } catch {
    // a browser that keeps nothing has nothing of anybody's
  }
}
