/** Draws the drivers' times and the runs for the first page, so that it needs no JavaScript for them. */
import { drawRuns } from '~/components/board/run-chips';
import { drawTimes } from '~/components/board/times';
import type { Actor } from '~/domain/kernel/actor';
import { getPreferences } from '~/domain/network/users/profile.server';
import { listArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import type { Board } from '~/domain/views/board/board';
import type { DrawRuns, DrawTimes } from '~/http/drawn-times';

/** Returns null for a person whose board shows counts: that page does not wait for the times. */
export async function timesFor(actor: Actor): Promise<DrawTimes | null> {
  const { boardView } = await getPreferences({ actor });
  if (boardView !== 'timeline') return null;
  const arrivals = await listArrivals({ actor, input: {} });
  return (zone, search) => drawTimes(arrivals, { now: Date.now(), zone, search });
}

export const runsFor =
  ({ runs }: Board): DrawRuns =>
  (zone, search) =>
    drawRuns(runs, { now: Date.now(), zone, search });
