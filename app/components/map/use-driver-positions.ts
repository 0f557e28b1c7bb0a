import { useEffect, useState } from 'react';
import type { DriverPosition, FollowMoves } from '~/domain/tasks/model/last-positions';

/** The last position of each driver on duty or lately on duty. Moves arrive on the live channel; after a gap all are asked for. */
export function useDriverPositions(follow: FollowMoves): ReadonlyMap<number, DriverPosition> {
  const [known, setKnown] = useState<ReadonlyMap<number, DriverPosition>>(new Map());
  useEffect(() => {
    let isShown = true;
    const ask = async () => {
      const answer = await fetch('/api/positions', { headers: { Accept: 'application/json' } });
      if (!answer.ok) return;
      const all = (await answer.json()) as DriverPosition[];
      if (isShown) setKnown(new Map(all.map((each) => [each.driverId, each])));
    };
    const askAgain = () => {
      // Offline: the channel comes back later, and asks then.
      ask().catch(() => undefined);
    };
    askAgain();
    const stop = follow((moved) => {
      if (moved === 'gap') askAgain();
      else
        setKnown((before) => {
          const now = new Map(before);
          if (moved.position) now.set(moved.driverId, moved.position);
          else now.delete(moved.driverId);
          return now;
        });
    });
    return () => {
      isShown = false;
      stop();
    };
  }, [follow]);
  return known;
}
