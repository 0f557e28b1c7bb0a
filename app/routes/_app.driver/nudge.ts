/** A short vibration. Not available on iPhones. */
export function nudge(pattern: number | number[]): void {
  if (!('vibrate' in navigator) || document.visibilityState !== 'visible') return;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  navigator.vibrate(pattern);
}
