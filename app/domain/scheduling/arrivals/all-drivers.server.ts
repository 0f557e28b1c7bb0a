/**
 * Computes when the routes of all drivers are done, and which stops are late. The result is shared by all
 * requests until something changes.
 */
import { row } from 'db/connection';
import * as z from 'zod/v4';
import { query } from '~/domain/kernel/command.server';
import { knownLegs } from '~/domain/geography/roads/roads.server';
import { lateOf } from '~/domain/scheduling/timetable/lateness';
import { LISTS_VERSION, listsVersion, rememberByVersion } from '~/domain/platform/sync/versions.server';
import { DriverArrivalsAnswer, type DriverArrivals } from './answers';
import { learnedLately } from './past.server';
import { arrivalsNow, pathOf, routesNow } from './routes.server';

/** Drivers move and time passes without a new version, so results get old after this time. */
const FRESH_MS = 30_000;

const remembered = rememberByVersion<DriverArrivals[]>(1);
/** Counts the changes of the known roads: times are computed anew after each. */
let news = 0;

/** Call it when some of the drives are newly known by road. */
export function roadsHaveChanged(): void {
  news += 1;
}

export const listArrivals = query(
  {
    summary: 'When each driver’s route is done, and which deliveries come late',
    about: 'Of the drivers with a route; at most half a minute old. Times of one route: the next call.',
    may: 'readBoard',
    answer: z.array(DriverArrivalsAnswer),
  },
  async ({ actor }) => current(await listsVersion(actor, 'all')),
);

/** Returns the tasks of all routes that will be late. */
export async function lateNow(): Promise<number[]> {
  const found = await row<{ version: number }>(LISTS_VERSION);
  return (await current(found?.version ?? 0)).flatMap(({ late }) => late);
}

function current(version: number): Promise<DriverArrivals[]> {
  const moment = Math.floor(Date.now() / FRESH_MS);
  return remembered('all', `${String(version)} ${String(moment)} ${String(news)}`, listed);
}

/** A shorter stand may be a jam. */
const STANDING_MS = 10 * 60_000;

async function listed(): Promise<DriverArrivals[]> {
  const at = new Date();
  return (await allArrivals(at)).map(({ route, arrivals, finish, standingSince }) => ({
    driverId: route.driverId,
    standingSince:
      standingSince !== null && at.getTime() - standingSince >= STANDING_MS
        ? new Date(standingSince).toISOString()
        : null,
    finishAt: finish === null ? null : new Date(finish).toISOString(),
    late: arrivals.flatMap((arrival) => lateOf(route.stops[Number(arrival.key)]?.tasks ?? [], arrival)),
  }));
}

/** Computes the arrivals of all drivers with a route. */
export async function allArrivals(at: Date) {
  const [found, learned] = await Promise.all([routesNow(null), learnedLately()]);
  const routes = found.filter(({ stops }) => stops.length > 0);
  const legs = await knownLegs(routes.map(pathOf));
  return routes.map((route, index) => ({
    route,
    ...arrivalsNow(route, { path: legs[index] ?? [] }, at, learned),
  }));
}
