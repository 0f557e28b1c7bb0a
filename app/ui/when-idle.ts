const LATEST_MS = 2_000;

/** Safari has no idle callback. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: LATEST_MS });
  else setTimeout(run, LATEST_MS / 10);
}
