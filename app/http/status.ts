import type { ErrorCode } from '~/domain/errors';

/** The HTTP status of each error code of the domain. */
export const STATUS: Record<ErrorCode, number> = {
  malformed: 400,
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported: 415,
  too_many: 429,
  unavailable: 503,
};
