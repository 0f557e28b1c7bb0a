/** Why a suggested order was not applied. */
import { isRouteErrorResponse } from '@remix-run/react';
import type { Refused } from '~/http/form.server';
import { answerInPlace } from '~/forms/unreachable';

export const APPLY = 'applyRoute';
const FAILED = 'Failed to apply route optimization. Please try again.';
const SESSION_EXPIRED = 'Your session has expired. Please refresh the page and log in again.';

/** The sentence for the panel, when what was refused is an order to apply. */
export function refusalOf(answer: unknown): string | null {
  const refused = answer as Refused | undefined;
  if (refused?.intent !== APPLY) return null;
  const message = refused.problem?.error ?? refused.lastResult.error?.taskIds?.[0] ?? FAILED;
  return message.includes('Authentication required') ? SESSION_EXPIRED : message;
}

/** Asks the server to apply an order. When that fails, the panel says so and the page stays. */
export async function applying<Result>(request: Request, ask: () => Promise<Result>) {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Response || request.signal.aborted) throw error;
    const status = isRouteErrorResponse(error) ? error.status : 500;
    if (status === 401) return answerInPlace(SESSION_EXPIRED, { intent: APPLY });
    if (status < 500) throw error;
    return answerInPlace(FAILED, { intent: APPLY });
  }
}
