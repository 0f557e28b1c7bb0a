/**
 * Asks for the roads of routes before people look at them: as soon as a list has changed, one route after the
 * other, on one instance at a time.
 */
import { execute, row } from 'db/connection';
import { BoundedMap } from '~/lib/bounded-map';
import { waysFrom } from '~/domain/geography/roads/drives.server';
import { areUnknown, hasRoads, legsAlong } from '~/domain/geography/roads/roads.server';
import { placeNumber } from '~/domain/geography/roads/pairs.server';
import type { LatLng } from '~/domain/geography/coordinates';
import { LISTS_VERSION } from '~/domain/platform/sync/versions.server';
import { askedDrive, pathOf, placesOf, positionOf, routesNow, type RouteNow } from './routes.server';

/** Notifies every instance that new roads are known. */
export const ROADS_CHANNEL = 'roads_known';

/** During the lease no other instance asks; after a crash another one does. */
const LEASE = "interval '30 seconds'";
/** A round ends after this time; the next one continues. */
const LONGEST_MS = 20_000;
/**
 * The wait before drivers who have moved are looked at again, and before an engine that did not answer is
 * asked again.
 */
const AGAIN_MS = 25_000;
const AGAIN = "interval '25 seconds'";

const CLAIM = `
  update arrival_rounds set roads_until = now() + ${LEASE}
  where roads_until not between now() and now() + ${LEASE}
    and (roads_version <> $version or roads_until < now() - ${AGAIN}) returning roads_version as version`;
const RENEW = `update arrival_rounds set roads_until = now() + ${LEASE}`;
const END = 'update arrival_rounds set roads_version = $version, roads_until = now()';
const FAIL = `update arrival_rounds set roads_version = -1, roads_until = now() + ${AGAIN}`;

const seen = { version: -1, at: -Infinity };

/** Makes a round. Without a change of a list, it only follows drivers who move. */
export async function learnRoads(isStopped: () => boolean): Promise<void> {
  if (!hasRoads()) return;
  const { version = 0 } = (await row<{ version: number }>(LISTS_VERSION)) ?? {};
  if (seen.version === version && performance.now() - seen.at < AGAIN_MS) return;
  const claimed = await row<{ version: number }>(CLAIM, { version });
  if (!claimed) return;
  const round = new Round(isStopped);
  const ended = await round.run(claimed.version !== version).catch(async (error: unknown) => {
    await execute(FAIL);
    throw error;
  });
  if (ended === 'no answer') await execute(FAIL);
  else await execute(END, { version: ended === 'done' ? version : -1 });
  if (ended === 'done') Object.assign(seen, { version, at: performance.now() });
}

type Ended = 'done' | 'more' | 'no answer';

/** Stops outside of the street map stay unknown. This keeps them from being asked about in every round. */
const ASKED_AGAIN_MS = 10 * 60_000;
const askedPaths = new BoundedMap<string, true>(5_000, ASKED_AGAIN_MS);

class Round {
  private readonly until = performance.now() + LONGEST_MS;

  constructor(private readonly isStopped: () => boolean) {}

  async run(isChanged: boolean): Promise<Ended> {
    const routes = (await routesNow(null)).filter(({ stops }) => stops.length > 0);
    const ended = await this.each(routes.filter(hasMoved), askFromPosition);
    if (ended !== 'done' || !isChanged) return ended;
    const paths = routes.map(pathOf);
    const unknown = await areUnknown(paths);
    return this.each(
      paths.filter((path, index) => unknown[index] && !wasAsked(path)),
      askAlong,
    );
  }

  /** @param ask returns whether people see other times because of it; null without an answer. */
  private async each<Item>(all: Item[], ask: (one: Item) => Promise<boolean | null>): Promise<Ended> {
    for (const one of all) {
      if (this.isStopped() || performance.now() > this.until) return 'more';
      const isNews = await ask(one);
      if (isNews === null) return 'no answer';
      await execute(RENEW);
      if (isNews) await execute("select pg_notify($channel, '')", { channel: ROADS_CHANNEL });
    }
    return 'done';
  }
}

async function askAlong(path: LatLng[]): Promise<boolean | null> {
  const { source } = await legsAlong(path);
  if (source === 'estimate') return null;
  askedPaths.set(keyOf(path), true);
  return true;
}

const keyOf = (path: LatLng[]) => path.map(placeNumber).join();

const wasAsked = (path: LatLng[]) => askedPaths.get(keyOf(path)) ?? false;

/** True when the last answer is missing, old, or for another stop. */
function hasMoved(route: RouteNow): boolean {
  const { position } = route;
  if (!position || placesOf(route).length === 0) return false;
  const known = askedDrive(route);
  return !known || Date.parse(position.at) - known.since > AGAIN_MS;
}

const KEEP_DRIVE = `
  update last_positions set drive_at = $at, drive_to = $to, drive_seconds = $seconds where driver_id = $driverId and at >= $at`;

async function askFromPosition(route: RouteNow): Promise<boolean | null> {
  const position = positionOf(route);
  const [first] = placesOf(route);
  if (!position || !first || !route.position) return false;
  const { ways, source } = await waysFrom([position], [first]);
  if (source === 'estimate') return null;
  const isNews = askedDrive(route) === null;
  await execute(KEEP_DRIVE, {
    driverId: route.driverId,
    at: route.position.at,
    to: placeNumber(first),
    seconds: ways[0]?.[0]?.seconds ?? null,
  });
  return isNews;
}
