/** For clientActions: what a page says when its form reached nobody, in place of an error where the page was. */
import { isRouteErrorResponse } from '@remix-run/react';
import type { Refused } from '~/http/form.server';

/** Made in the browser when the server gave no answer; `Refused` is what it makes itself. */
export type Answered = Refused & { unreachable?: boolean };

const NO_LINE = 'There is no connection. Try again in a moment; nothing counts twice.';

const NOT_NOW = 'Please try again in a moment.';

/** What our server says of its own trouble: that its disk is full, say. */
function saidBy(error: unknown): string | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  const sentence = typeof data === 'object' && data !== null && 'error' in data ? data.error : null;
  return typeof sentence === 'string' ? sentence : null;
}

/**
 * Asks the server. Its redirects and refusals go their way; when it can't be reached or breaks, the form is answered
 * with `failure` and the reason, and loaders are not asked again.
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
    const why = unreachable ? NO_LINE : (saidBy(error) ?? NOT_NOW);
    const what = failure.replace(/\.?$/, '. ');
    return answerInPlace(failure === '' ? why : what + why, { unreachable });
  }
}

type InPlace = Pick<Answered, 'unreachable' | 'intent'> & {
  /** From 500 on, loaders are not asked again. */
  status?: number;
};

/** What a form's action would have answered, in a response, as only that has a status. */
export function answerInPlace(message: string, { status = 503, ...more }: InPlace = {}): Response {
  const body: Answered = {
    lastResult: { status: 'error', error: { '': [message] } },
    problem: {
      error: message,
      fields: undefined,
      tasks: undefined,
      current: undefined,
      changes: undefined,
    },
    ...more,
  };
  return jsonAnswer(body, status);
}

export const jsonAnswer = (body: unknown, status: number) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
