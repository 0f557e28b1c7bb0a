/** Counts the reports to this process since its start. Dropped positions are counted by reason only. */
import { DROP_REASONS, type DropReason } from './accept';

export const positionCounts = {
  stored: 0,
  dropped: Object.fromEntries(DROP_REASONS.map((reason) => [reason, 0])) as Record<DropReason, number>,
};

export const countDropped = (reason: DropReason, count = 1): void => {
  positionCounts.dropped[reason] += count;
};
