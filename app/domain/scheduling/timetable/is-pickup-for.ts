/** What has to be picked up before something else can be delivered. Pure. */
import type { RouteTask } from './stops';

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** A pickup or a transfer brings what the other one delivers. */
export const isPickupFor = (first: RouteTask, then: RouteTask) =>
  then.linkedTo === first.id ||
  (first.goesTo !== null && then.type === 'delivery' && sameName(first.goesTo, then.location));
