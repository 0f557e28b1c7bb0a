/** The JSON of every refusal, and its status. */
import * as z from 'zod/v4';
import type { ErrorCode } from '~/domain/kernel/errors';

export const Problem = z
  .strictObject({
    error: z.string().min(1).describe('One sentence for a person'),
    fields: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('When values are not valid: messages by field'),
    tasks: z
      .array(z.strictObject({ id: z.int(), error: z.string() }))
      .optional()
      .describe('In a batch: each task that was refused'),
    current: z.unknown().optional().describe('In a conflict: the current state'),
    changes: z.unknown().optional().describe('Who changed what since your version'),
    mustChangePassword: z.literal(true).optional().describe('The temporary password must be replaced first'),
  })
  .meta({ id: 'Problem', description: 'The body of every error response' });

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
