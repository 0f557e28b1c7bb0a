/** The route as last seen, for a page that is opened where there is no line. */
import type { TaskCard } from '~/domain/tasks/board';
import { phone } from './database';

export type KeptRoute = {
  driverId: number;
  tasks: TaskCard[];
  /** ISO 8601, the server's clock: when this was so. */
  loadedAt: string;
};

/** The last one that is kept, of this driver alone: a phone may be handed on. */
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
    // a browser that keeps nothing shows the route while there is a line
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
    // a browser that keeps nothing has nothing to forget
  }
}
