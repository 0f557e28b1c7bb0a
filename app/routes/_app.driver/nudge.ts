/** A short vibration for the hand that holds the phone. iPhones don't offer it to pages. */
export function nudge(pattern: number | number[]): void {
  if (!('vibrate' in navigator) || document.visibilityState !== 'visible') return;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  navigator.vibrate(pattern);
}
