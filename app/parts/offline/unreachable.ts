/** For clientActions: what a page says when its form reached nobody, in place of an error where the page was. */
import { isRouteErrorResponse } from '@remix-run/react';
import type { Refused } from '~/http/form.server';

/** Made in the browser when the server gave no answer; `Refused` is what it makes itself. */
export type Answered = Refused & { unreachable?: boolean };

const NO_LINE = 'There is no connection. Try again in a moment; nothing counts twice.';

/**
 * Asks the server. Its redirects and refusals go their way; when it can't be reached or breaks, the form is answered
 * with `failure`, and loaders are not asked again.
 */
export async function orUnreachable<Result>(
  request: Request,
  ask: () => Promise<Result>,
  failure: string,
): Promise<Result | Response> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Response || request.signal.aborted) throw error;
    if (isRouteErrorResponse(error) && error.status < 500) throw error;
    const unreachable = error instanceof TypeError || !navigator.onLine;
    const message = unreachable ? `${failure.replace(/\.$/, '')}. ${NO_LINE}` : failure;
    const body: Answered = {
      lastResult: { status: 'error', error: { '': [message] } },
      problem: {
        error: message,
        fields: undefined,
        tasks: undefined,
        current: undefined,
        changes: undefined,
      },
      unreachable,
    };
    // A response, and no value: its status is what keeps the loaders from being asked.
    return new Response(JSON.stringify(body), {
      status: 503,
      headers: { 'Content-Type': 'application/json' },
    });
  }
}
