/**
 * Returns drives from the positions of drivers. They are asked for anew each time and not remembered, because
 * that would store a trail.
 */
import type { LatLng } from '~/domain/geography/coordinates';
import { inBlocks, warnOf, type Origin } from './provider.server';
import { inTime, roadProviders } from './roads.server';
import type { RoadSource } from './texts';

/** Null where no road leads. */
type Way = { seconds: number; metres: number } | null;
type Ways = {
  /** The drives from each position to each place. */
  ways: Way[][];
  source: RoadSource;
};

/**
 * Asks the sources in turn until one answers, but not Google, which bills every pair. Never fails.
 * @param patienceMs after this time without an answer, all ways are null.
 */
export async function waysFrom(positions: Origin[], places: LatLng[], patienceMs?: number): Promise<Ways> {
  const none: Ways = { ways: positions.map(() => places.map(() => null)), source: 'estimate' };
  if (positions.length === 0 || places.length === 0) return none;
  const byRoad = ask(positions, places).then((found) => found ?? none);
  return patienceMs === undefined ? byRoad : inTime(byRoad, none, patienceMs);
}

async function ask(positions: Origin[], places: LatLng[]): Promise<Ways | null> {
  for (const provider of await roadProviders()) {
    const located = await provider.locate([...positions, ...places]);
    if (!located.ok) {
      warnOf(provider.id, located);
      continue;
    }
    const { value: isOnRoad } = located;
    const from = positions.filter((_, index) => isOnRoad[index]);
    const to = places.filter((_, index) => isOnRoad[positions.length + index]);
    const known = new Map<Origin, Map<LatLng, Way>>(from.map((position) => [position, new Map()]));
    const failed = await inBlocks(provider, [from, to], (block) => {
      block.from.forEach((position, row) => {
        block.to.forEach((place, column) => {
          const cell = row * block.to.length + column;
          const [seconds = Infinity, metres = Infinity] = [
            block.cells.seconds[cell],
            block.cells.metres[cell],
          ];
          if (Number.isFinite(seconds) && Number.isFinite(metres))
            known.get(position)?.set(place, { seconds, metres });
        });
      });
    });
    if (!failed)
      return {
        ways: positions.map((position) => places.map((place) => known.get(position)?.get(place) ?? null)),
        source: provider.id,
      };
    warnOf(provider.id, failed);
  }
  return null;
}
