/** The phone's last position, if the trail knows one. A tap includes it, and waits a short time for it at most. */

/** The fields of the API. `at`: ISO 8601, by the phone's clock. */
export type PhoneFix = {
  latitude: number;
  longitude: number;
  at: string;
  accuracy: number;
  speed: number | null;
  battery: number | null;
};

const FRESH_MS = 120_000;
const TIMEOUT_MS = 500;

let latest: PhoneFix | null = null;
let isWatching = false;
const waiting = new Set<() => void>();

/** @param watching false when the driver has not agreed, or the phone refuses to tell its position. */
export function watchIs(watching: boolean): void {
  isWatching = watching;
  if (!watching) latest = null;
}

export function noteFix(fix: PhoneFix): void {
  latest = fix;
  for (const each of [...waiting]) each();
}

const fresh = () => (latest && Date.now() - Date.parse(latest.at) < FRESH_MS ? latest : null);

/** Returns null at once without the driver's agreement. */
export async function whereNow(): Promise<PhoneFix | null> {
  if (!isWatching || fresh()) return fresh();
  await new Promise<void>((resolve) => {
    const done = () => {
      waiting.delete(done);
      resolve();
    };
    waiting.add(done);
    window.setTimeout(done, TIMEOUT_MS);
  });
  return fresh();
}
