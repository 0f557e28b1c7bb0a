/**
 * The route as the driver's page shows it, in memory. Actions and dialogs use it, and loaders when the server can't be
 * reached. database.ts has the copy that survives a reload.
 */
import { isRouteErrorResponse } from '@remix-run/react';
import type { TaskList } from '~/domain/views/board/board';
import { outboxStore } from './outbox';

type ShownRoute = TaskList & { driverId: number };

// Set in the browser only, where there is one page and one driver.
let shown: ShownRoute | null = null;

export const cacheRoute = (route: ShownRoute | null) => {
  shown = route;
};
export const cachedRoute = () => shown;

/**
 * For clientLoaders: asks the server, and answers with `cached` when the server can't be reached or fails. It does not
 * ask while entries wait in the outbox, because the server does not know them yet and the connection is probably bad.
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
