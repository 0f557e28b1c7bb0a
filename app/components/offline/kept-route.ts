/** The route as last loaded, stored for a page that is opened offline. */
import { phone, type KeptRoute } from './database';

/** Stores the newest route of this driver and deletes those of others, as phones are shared. */
export async function keepRoute(route: KeptRoute): Promise<void> {
  try {
    const writing = (await phone()).transaction('routes', 'readwrite');
    const kept = await writing.store.get(route.driverId);
    if (!kept || kept.loadedAt < route.loadedAt) {
      await writing.store.clear();
      await writing.store.put(route);
    }
    await writing.done;
  } catch {
    // without IndexedDB the route is shown online only
  }
}

export async function findKeptRoute(driverId: number): Promise<KeptRoute | null> {
  try {
    return (await (await phone()).get('routes', driverId)) ?? null;
  } catch {
    return null;
  }
}

export async function forgetKeptRoutes(): Promise<void> {
  try {
    await (await phone()).clear('routes');
  } catch {
    // without IndexedDB nothing is stored
  }
}
