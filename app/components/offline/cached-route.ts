/**
 * The route as the driver's page shows it, in memory: for actions and dialogs, and for loaders when the server can not be reached. See
 * kept-route.ts for the one that survives a reload.
 */
import { isRouteErrorResponse } from '@remix-run/react';
import type { TaskList } from '~/domain/views/board/board';
import { outboxStore } from './outbox';

type ShownRoute = TaskList & { driverId: number };

// Written in the browser only, where there is one page and one driver.
let shown: ShownRoute | null = null;

export const cacheRoute = (route: ShownRoute | null) => {
  shown = route;
};
export const cachedRoute = () => shown;

/**
 * For clientLoaders: asks the server, and answers with `cached` when the server can not be reached or breaks. While
 * something waits in the outbox the server is not asked: it does not know of it yet, and the connection is bad.
 */
export async function withCachedRoute<Data>(ask: () => Promise<Data>, cached: Data | null): Promise<Data> {
  if (cached !== null && isWaiting()) return cached;
  try {
    return await ask();
  } catch (error) {
    if (cached === null || error instanceof Response) throw error;
    if (isRouteErrorResponse(error) && error.status < 500) throw error;
    return cached;
  }
}

function isWaiting(): boolean {
  const { entries } = outboxStore.read();
  return entries.some((entry) => entry.refusal === null && entry.driverId === shown?.driverId);
}
