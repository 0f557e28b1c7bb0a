/** Tells which pickups must come before which deliveries. Pure. */
import type { RouteTask } from './stops';

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Whether the first task, a pickup or a transfer, brings the goods that the second one delivers. */
export const isPickupFor = (first: RouteTask, then: RouteTask) =>
  then.linkedTo === first.id ||
  (first.goesTo !== null && then.type === 'delivery' && sameName(first.goesTo, then.location));
