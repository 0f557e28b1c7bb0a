/** Where a signature waits in this tab until it is sent. */
const PREFIX = 'signature:';

export const signatureKey = (stopId: number) => PREFIX + String(stopId);

/** Forgets signatures of stops that are no longer under way: they have been sent, or nobody wants them. */
export function forgetSignatures(goingIds: number[]): void {
  const wanted = new Set(goingIds.map(signatureKey));
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) && !wanted.has(key)) sessionStorage.removeItem(key);
    }
  } catch {
    // a browser that forbids the store has kept nothing
  }
}
