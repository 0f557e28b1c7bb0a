/** Compares actions. Every page loads it, with the outbox, but not the texts of actions. */
import type { DriverAction } from './driver-action';

const NOWHERE = { latitude: 0, longitude: 0, accuracy: 0, position_at: '' };

/** True for two presses of the same button. Time and place may differ. */
export function isSameAction(one: DriverAction, other: DriverAction): boolean {
  const meant = (act: DriverAction) =>
    JSON.stringify('occurred_at' in act ? { ...act, occurred_at: '', ...NOWHERE } : act);
  return meant(one) === meant(other);
}
