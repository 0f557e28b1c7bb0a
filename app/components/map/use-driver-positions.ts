import { useEffect, useState } from 'react';
import type { DriverPosition, FollowMoves } from '~/domain/tasks/model/last-positions';

/**
 * The last position of each driver who is or recently was on duty. The live channel sends moves; after a gap all
 * positions are requested.
 */
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
      // Offline. The channel requests the positions when it is back.
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
