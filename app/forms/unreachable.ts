/** For clientActions. When the server can't be reached, the form shows a message and the page stays. */
import { isRouteErrorResponse } from '@remix-run/react';
import type { Refused } from './answers.server';
import { ForeignAnswer } from '~/ui/connection';
import { saidByServer } from '~/ui/failure';
import { frame } from '~/words/en/frame';

/** The server's refusal. Without an answer, the browser sets `unreachable`. */
export type Answered = Refused & { unreachable?: boolean };

/** The refusal of the form as a whole; undefined when its fields show it. */
export const formRefusal = (answer: Answered | undefined) =>
  answer?.problem?.fields ? undefined : answer?.problem?.error;

/**
 * Asks the server, and passes its redirects and refusals on. When it can't be reached or fails, the form gets `failure`
 * and the reason, and the loaders do not run.
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
    const isForeign = error instanceof ForeignAnswer;
    if (isRouteErrorResponse(error) && !isForeign && error.status < 500) throw error;
    const unreachable = error instanceof TypeError || !navigator.onLine;
    const why = unreachable ? frame.noServer : (saidByServer(error) ?? frame.notNow);
    const what = failure.replace(/\.?$/, '. ');
    return answerInPlace(failure === '' ? why : what + why, { unreachable });
  }
}

type InPlace = Pick<Answered, 'unreachable' | 'intent'> & {
  /** With 500 and more, the loaders do not run. */
  status?: number;
  /** Sentences by field. The message is shown even by a form without that field. */
  fields?: Record<string, string[]> | undefined;
};

/** The answer of a form's action. It is a Response, because it needs a status. */
export function answerInPlace(message: string, { status = 503, fields, ...more }: InPlace = {}): Response {
  const body: Answered = {
    lastResult: { status: 'error', error: { '': [message], ...fields } },
    problem: {
      error: message,
      fields,
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
