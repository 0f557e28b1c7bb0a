/** From a refusal to an answer. */
import type { DomainError } from '~/domain/errors';
import { asDomainError } from '~/domain/faults.server';
import type * as z from 'zod/v4';
import type { Problem } from './problem';
import { STATUS } from './status';

/** What every error says in JSON: one sentence for a person, and details where they help. */
export function errorBody(error: DomainError): z.input<typeof Problem> {
  const { fields, tasks, current, changes, mustChangePassword } = error.details;
  return { error: error.message, fields, tasks, current, changes, mustChangePassword };
}

export function errorHeaders(error: DomainError): Record<string, string> {
  const seconds = error.details.retryAfterSeconds;
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) };
}

/** The answer to a refusal; a bug of ours is thrown on, to be logged once. */
export function errorResponse(error: unknown): Response {
  const known = asDomainError(error);
  if (!known) throw error;
  return Response.json(errorBody(known), { status: STATUS[known.code], headers: errorHeaders(known) });
}
