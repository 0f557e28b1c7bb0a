/** Turns refusals of the domain into answers. */
import type { DomainError } from '~/domain/errors';
import { asDomainError } from '~/domain/faults.server';
import type * as z from 'zod/v4';
import type { Problem } from './problem';
import { STATUS } from './status';

/** The JSON of every error: one sentence for the user, and details. */
export function errorBody(error: DomainError): z.input<typeof Problem> {
  const { fields, tasks, current, changes, mustChangePassword } = error.details;
  return { error: error.message, fields, tasks, current, changes, mustChangePassword };
}

export function errorHeaders(error: DomainError): Record<string, string> {
  const seconds = error.details.retryAfterSeconds;
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) };
}

/** The answer to a refusal. Other errors are thrown on and logged once. */
export function errorResponse(error: unknown): Response {
  const known = asDomainError(error);
  if (!known) throw error;
  return Response.json(errorBody(known), { status: STATUS[known.code], headers: errorHeaders(known) });
}
