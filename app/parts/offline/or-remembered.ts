/** For clientLoaders: a page that is shown stays, whatever the line does. */
import { isRouteErrorResponse } from '@remix-run/react';
import { outboxStore } from './outbox';
import { rememberedRoute } from './shown-route';

/**
 * Asks the server; when it gives no answer, `remembered` is one, if there is any. While something waits to be sent the
 * server is not asked: it does not know of it, and the line is bad.
 */
export async function orRemembered<Data>(ask: () => Promise<Data>, remembered: Data | null): Promise<Data> {
  if (remembered !== null && isWaiting()) return remembered;
  try {
    return await ask();
  } catch (error) {
    if (remembered === null || error instanceof Response) throw error;
    if (isRouteErrorResponse(error) && error.status < 500) throw error;
    return remembered;
  }
}

function isWaiting(): boolean {
  const driverId = rememberedRoute()?.driverId;
  const { entries } = outboxStore.read();
  return entries.some((entry) => entry.refusal === null && entry.driverId === driverId);
}
