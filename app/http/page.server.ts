/** For loaders of pages: a refusal becomes the page that says so. */
import { asDomainError } from '~/domain/faults.server';
import { log } from '~/log.server';
import { errorHeaders, errorResponse } from './errors.server';
import { STATUS } from './status';

/** Runs a query; what a rule refuses becomes a response for the nearest error boundary. */
export async function load<Result>(query: () => Promise<Result>): Promise<Result> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof Response) throw error;
    throw errorResponse(error);
  }
}

/** For a page that stays when a part of it fails: what went wrong with that part. A bug of ours is logged here. */
export function partFailure(error: unknown) {
  const known = asDomainError(error);
  if (!known || known.code === 'unavailable') log.error({ err: error }, 'a part of the page failed');
  return {
    status: known ? STATUS[known.code] : 500,
    headers: known ? errorHeaders(known) : {},
    /** For a person. */
    message: known?.message ?? 'Something went wrong. Please try again.',
  };
}

/** An id from the address of a page; nonsense is a page that does not exist. */
export function pathIdOr404(value: string | undefined): number {
  const id = /^[1-9]\d{0,9}$/.test(value ?? '') ? Number(value) : NaN;
  if (id <= 2_147_483_647) return id;
  throw Response.json({ error: 'There is no such page' }, { status: 404 });
}
